import type { Db, Pool } from '../../base/db/connect.ts';
import type { Language } from '../../base/i18n/text.ts';
import type { Audience } from './operation.ts';
import type { RateLimit } from './rate-limits.ts';
import type { Surface } from './surface.ts';

/** One request as a transport received it. */
export interface Call {
  readonly surface: Surface;
  /** Absent when the request has no bearer token. */
  readonly bearer: string | undefined;
  /** Scheme and host the request came to. */
  readonly origin: string;
  /** Address and audience of the MCP server the request came to; REST has none. */
  readonly resource?: string;
  readonly audience?: Audience;
  /** The client's IP address; IPv6 as its /64 prefix. */
  readonly address: string;
  /** Over MCP the account's language, set by `admit`, where the client named none. */
  language: Language;
  /** False: the client named no language. */
  readonly isLanguageExplicit?: boolean;
  readonly signal: AbortSignal;
  readonly idempotencyKey?: string;
  /** Where a page calls several operations: what they read is read once. Emptied by a write. */
  readonly reads?: Map<Pool, Db>;
  /** Set by `admit`, also on refusal: the response carries it in headers. */
  rateLimit?: RateLimit;
}

/** The connection of a call's reads, counted against the share of its account or address. */
export function openReads(pool: Pool, { reads }: Pick<Call, 'reads'>, share: string): Db {
  const known = reads?.get(pool);
  if (known !== undefined) return known;
  const db = pool.forOwner(`read ${share}`, { isMemoized: reads !== undefined });
  reads?.set(pool, db);
  return db;
}
