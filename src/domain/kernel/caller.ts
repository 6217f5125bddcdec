export const scopes = ['mcp:read', 'mcp:write', 'mcp:private'] as const;
export type Scope = (typeof scopes)[number];
/** What an operation asks for; a public one takes no token. */
export type OperationScope = 'public' | Scope;

/** Who is asking. Roles inside a settlement or on a plot are loaded by the operation that needs them. */
export interface Caller {
  readonly accountId: string | null;
  readonly isModerator: boolean;
  /** Keeps the installation running. Only a session says so: no program acts as an operator. */
  readonly isOperator?: boolean;
  readonly scopes: ReadonlySet<Scope>;
  readonly via: 'nobody' | 'personal' | 'oauth' | 'session';
}

export interface SignedInCaller extends Caller {
  readonly accountId: string;
}

export const nobody: Caller = { accountId: null, isModerator: false, scopes: new Set(), via: 'nobody' };
