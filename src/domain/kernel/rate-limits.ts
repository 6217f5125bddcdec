/**
 * Rate limits, each surface counted separately. `costly`: whatever compares passwords, sends email or fetches a
 * foreign document, by network address; `emails`: emails to one mailbox for one purpose, whoever requests them.
 */
export const rateLimitNames = [
  'api_account',
  'api_public',
  'mcp_account',
  'mcp_public',
  'page_account',
  'page_public',
  'costly',
  'emails',
] as const;
export type RateLimitName = (typeof rateLimitNames)[number];
export type RateLimitSettings = Readonly<Record<RateLimitName, number>>;

/** A minute; for emails an hour. */
export function windowSeconds(surface: RateLimitName): number {
  return surface === 'emails' ? 3600 : 60;
}

export interface RateLimit {
  limit: number;
  remaining: number;
  /** Seconds until the window ends. */
  reset: number;
  exceeded: boolean;
}

/** Counts a request, or several at once, in the window that began with the key's first one. */
export interface RateLimits {
  consume(surface: RateLimitName, key: string, count?: number): Promise<RateLimit> | RateLimit;
  close(): Promise<void>;
}
