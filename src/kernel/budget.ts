/** How often somebody may ask. Four surfaces, each counted on its own. */
export const surfaces = ['api_account', 'api_public', 'mcp_account', 'mcp_public'] as const;
export type Surface = (typeof surfaces)[number];
export type Limits = Readonly<Record<Surface, number>>;

export const windowSeconds = 60;

export interface Budget {
  limit: number;
  remaining: number;
  /** Seconds until the window ends. */
  reset: number;
  exceeded: boolean;
}

/** Counts one request in the minute that began with the key's first one. */
export interface Budgets {
  take(surface: Surface, key: string): Promise<Budget> | Budget;
  close(): Promise<void>;
}
