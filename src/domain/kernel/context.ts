import type { Db } from '../../base/db/connect.ts';
import type { Language } from '../../base/i18n/text.ts';
import type { Caller, SignedInCaller } from './caller.ts';
import type { Cursors } from './cursor.ts';
import type { Services } from './services.ts';
import type { Surface } from './surface.ts';

/** All that a stage may use: no globals, no clock of its own, no request object. */
export interface Context<By extends Caller = Caller> {
  /** In `write` and what runs with it a transaction; otherwise a plain connection. */
  readonly db: Db;
  readonly caller: By;
  readonly surface: Surface;
  readonly language: Language;
  /** Scheme and host the request came to, for links in replies. */
  readonly origin: string;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** Key of the fair share of workers and connections: account id or IP address. */
  readonly share: string;
  readonly cursors: Cursors;
  readonly services: Services;
  now(): Date;
  newId(): string;
}

export type SignedInContext = Context<SignedInCaller>;
