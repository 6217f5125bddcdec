/**
 * How often somebody may ask, each surface counted on its own. `costly` is what compares passwords, sends letters or
 * fetches a stranger's document, by network address; `letters` is what one mailbox is sent for one purpose
 * on anybody's request.
 */
export const surfaces = [
  'api_account',
  'api_public',
  'mcp_account',
  'mcp_public',
  'page_account',
  'page_public',
  'costly',
  'letters',
] as const;
export type Surface = (typeof surfaces)[number];
export type Limits = Readonly<Record<Surface, number>>;

/** A minute, but for letters: nobody waits for the sixth within the hour. */
export function windowSeconds(surface: Surface): number {
  return surface === 'letters' ? 3600 : 60;
}

export interface Budget {
  limit: number;
  remaining: number;
  /** Seconds until the window ends. */
  reset: number;
  exceeded: boolean;
}

/** Counts one request in the window that began with the key's first one. */
export interface Budgets {
  take(surface: Surface, key: string): Promise<Budget> | Budget;
  close(): Promise<void>;
}
