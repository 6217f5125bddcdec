import type { Db } from '../../base/db/connect.ts';
import type { Language } from '../../base/i18n/text.ts';
import type { Caller, OperationScope, SignedInCaller } from './caller.ts';
import type { Cursors } from './cursor.ts';
import type { Services } from './services.ts';
import type { Surface } from './surface.ts';

/** All that a handler may use: no globals, no clock of its own, no request object. */
export interface Context<S extends OperationScope = OperationScope> {
  /** A transaction for an operation that writes; a plain connection for one that reads. */
  readonly db: Db;
  readonly caller: S extends 'public' ? Caller : SignedInCaller;
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
