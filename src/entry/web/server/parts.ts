import type { Pool } from '../../../base/db/connect.ts';
import type { Budgets } from '../../../domain/kernel/budget.ts';
import type { Jobs } from '../../../domain/kernel/jobs.ts';
import type { Kernel } from '../../../domain/kernel/run.ts';
import type { Services } from '../../../domain/kernel/services.ts';
import type { Guard } from '../../../engines/outbound/guard.ts';
import type { Bearer } from '../../../features/oauth/bearer.ts';
import type { RedirectRules } from '../../../features/oauth/redirect-allow.ts';
import type { OpenApi } from '../../contract/openapi.ts';
import type { LandReader } from '../../transport/land-document.ts';
import type { Bell } from '../../transport/notification-stream.ts';
import type { RenderedTexts } from './rendered-texts.ts';

/** Dependencies of pages. Most use only `call`; accounts, sessions and tokens have no operations on purpose. */
export interface PageParts {
  kernel: Kernel;
  pool: Pool;
  /** Secret for form tokens, cookies and sealed values. */
  key: Buffer;
  budgets: Budgets;
  jobs: Jobs;
  services: Services;
  bearer: Bearer;
  bell: Bell;
  /** Outbound fetches of OAuth client documents. */
  guard: Guard;
  rules: RedirectRules;
  renderedTexts: RenderedTexts;
  /** Public land document of a settlement, for plans rendered on the server. */
  land: LandReader;
  /** Tile server of maps; null when none is configured. */
  tiles: { url: string; attribution: string } | null;
  isBuilt(href: string): boolean;
  findApi(): OpenApi;
  now(): Date;
  newId(): string;
}
