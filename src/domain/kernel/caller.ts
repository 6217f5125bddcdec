import type { Language } from '../../base/i18n/text.ts';

export const scopes = ['mcp:read', 'mcp:write', 'mcp:private'] as const;
export type Scope = (typeof scopes)[number];
/** The scope an operation requires; a public one needs no token. */
export type OperationScope = 'public' | Scope;

/** Who is asking. Roles inside a settlement or on a plot are loaded by the operation that needs them. */
export interface Caller {
  readonly accountId: string | null;
  readonly isModerator: boolean;
  /** Operator of the installation. Set only for sessions: no API client acts as an operator. */
  readonly isOperator?: boolean;
  readonly scopes: ReadonlySet<Scope>;
  /** The language of the account, as known when its token was checked. */
  readonly language?: Language;
  readonly via: 'nobody' | 'personal' | 'oauth' | 'session';
}

export interface SignedInCaller extends Caller {
  readonly accountId: string;
}

export const anonymousCaller: Caller = {
  accountId: null,
  isModerator: false,
  scopes: new Set(),
  via: 'nobody',
};
