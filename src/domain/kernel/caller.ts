import type { Language } from '../../base/i18n/text.ts';
import type { Silence } from './silence.ts';

export const scopes = ['mcp:read', 'mcp:write', 'mcp:private'] as const;
export type Scope = (typeof scopes)[number];
/** What an operation requires: nothing, a person at a page (no token has that), or a scope of the token. */
export type OperationScope = 'public' | 'session' | Scope;

/** Who is asking. Roles inside a settlement or on a plot are loaded by the operation that needs them. */
export interface Caller {
  readonly accountId: string | null;
  readonly isModerator: boolean;
  /** Operator of the installation. Set only for sessions: no API client acts as an operator. */
  readonly isOperator?: boolean;
  readonly scopes: ReadonlySet<Scope>;
  /** Where the account writes nothing for a while, as known when its token or session was looked up. */
  readonly silences?: readonly Silence[];
  /** The language of the account, as known when its token was checked. */
  readonly language?: Language;
  readonly via: 'nobody' | 'personal' | 'oauth' | 'session';
  /** Of a person at a page. */
  readonly sessionId?: string;
  /** Only while a page is read: it has loaded this for its frame. What is missing there has to be looked up. */
  readonly memberships?: () => Promise<AccountMemberships>;
}

/** The roles of an account in one settlement. */
export interface SettlementRole {
  /** On the board. */
  readonly isEditor: boolean;
  /** On the board or its auditor: reads what the board reads, except what is private to it. */
  readonly readsAsBoard: boolean;
  /** A confirmed membership on one of its plots. */
  readonly isResident: boolean;
  /** Anything that ties the account to it: a claim, the developer's staff, a company that serves it. */
  readonly isRelated: boolean;
}

/** Where an account belongs. */
export interface AccountMemberships {
  readonly settlements: readonly {
    readonly id: string;
    readonly slug: string;
    readonly name: string;
    readonly timeZone: string;
    readonly settlementRole: SettlementRole;
  }[];
  /** Plots that it is a confirmed member of. */
  readonly plots: readonly {
    readonly id: string;
    readonly number: string;
    readonly settlementId: string;
    readonly role: string;
  }[];
  /** Companies that it is a confirmed representative of, all of them; null: not known. */
  readonly companies: readonly string[] | null;
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
