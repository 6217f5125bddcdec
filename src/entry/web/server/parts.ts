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

/** What pages are made of. Most need no more than `call`; accounts, sessions and keys have no operations on purpose. */
export interface PageParts {
  kernel: Kernel;
  pool: Pool;
  /** For form tokens, notices and what else travels through a browser. */
  key: Buffer;
  budgets: Budgets;
  jobs: Jobs;
  services: Services;
  bearer: Bearer;
  bell: Bell;
  /** The way out to documents of applications. */
  guard: Guard;
  rules: RedirectRules;
  renderedTexts: RenderedTexts;
  /** The public document of a settlement's land, for plans drawn here. */
  land: LandReader;
  /** Pictures under the land on maps; null: none. */
  tiles: { url: string; attribution: string } | null;
  /** Whether an address has a page. */
  isBuilt(href: string): boolean;
  findApi(): OpenApi;
  now(): Date;
  newId(): string;
}
