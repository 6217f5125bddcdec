import type { Pool } from '../../../base/db/connect.ts';
import type { Jobs } from '../../../domain/kernel/jobs.ts';
import type { Demonstration } from '../../../domain/kernel/ports.ts';
import type { RateLimits } from '../../../domain/kernel/rate-limits.ts';
import type { Kernel } from '../../../domain/kernel/run.ts';
import type { Services } from '../../../domain/kernel/services.ts';
import type { Guard } from '../../../engines/outbound/guard.ts';
import type { Doctor } from '../../../features/installation/doctor/doctor.ts';
import type { RecentFailures } from '../../../features/installation/recent-failures.ts';
import type { BearerTokens } from '../../../features/oauth/bearer-tokens.ts';
import type { RedirectRules } from '../../../features/oauth/redirect-rules.ts';
import type { OpenApi } from '../../contract/openapi.ts';
import type { LandReader } from '../../transport/land-document.ts';
import type { NotificationStreams } from '../../transport/notification-stream.ts';
import type { RequestTimes } from '../../transport/request-metrics.ts';
import type { RenderedTextCache } from './rendered-text-cache.ts';

/** What the operator's page shows of this process. */
export interface ProcessState {
  readonly doctor: Doctor;
  readonly failures: RecentFailures;
  listSlowest(limit: number): RequestTimes[];
  /** By environment variable, secrets hidden; empty: not set. */
  readonly config: readonly { readonly name: string; readonly value: string }[];
  readonly version: string;
  readonly startedAt: Date;
}

/** Dependencies of pages. Most use only `call`. */
export interface PageDependencies {
  kernel: Kernel;
  pool: Pool;
  /** Secret for form tokens, cookies and sealed values. */
  key: Buffer;
  rateLimits: RateLimits;
  jobs: Jobs;
  services: Services;
  bearer: BearerTokens;
  notificationStream: NotificationStreams;
  /** Outbound fetches of OAuth client documents. */
  outboundGuard: Guard;
  redirectRules: RedirectRules;
  renderedTexts: RenderedTextCache;
  /** Public land document of a settlement, for plans rendered on the server. */
  landReader: LandReader;
  /** Tile server of maps; null when none is configured. */
  tiles: { url: string; attribution: string } | null;
  process: ProcessState;
  /** Loaded when asked for: its texts and pictures are rarely needed. */
  openDemo(): Promise<Demonstration>;
  hasPage(href: string): boolean;
  findOpenApi(): OpenApi;
  now(): Date;
  newId(): string;
}
