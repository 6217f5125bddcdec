import type { Db } from '../../base/db/connect.ts';
import type { Language } from '../../base/i18n/text.ts';
import type { Caller, OperationScope, SignedInCaller } from './caller.ts';
import type { Cursors } from './cursor.ts';
import type { Services } from './services.ts';

/** What a handler may use. There is nothing else: no globals, no clock of its own, no request object. */
export interface Context<S extends OperationScope = OperationScope> {
  /** A transaction for an operation that writes; a plain connection for one that reads. */
  readonly db: Db;
  readonly caller: S extends 'public' ? Caller : SignedInCaller;
  readonly language: Language;
  /** Whether the caller named it; otherwise nobody knows what they read. */
  readonly isLanguageExplicit: boolean;
  /** Scheme and host the request came to, for links in replies. */
  readonly origin: string;
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal;
  /** Whose share of workers and connections it takes: the account, or the network address. */
  readonly share: string;
  readonly cursors: Cursors;
  readonly services: Services;
  now(): Date;
  newId(): string;
}
