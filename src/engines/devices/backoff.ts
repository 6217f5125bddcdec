export interface BackoffOptions {
  readonly baseMs: number;
  readonly maxMs: number;
}

export const connectionBackoff: BackoffOptions = { baseMs: 30_000, maxMs: 3_600_000 };

/**
 * Exponential backoff with jitter (`random` in [0, 1)) over half of the delay, so that connections broken by one
 * outage do not all retry at once.
 */
export function backoffDelay(failures: number, random: number, options = connectionBackoff): number {
  if (failures <= 0) return 0;
  const ceiling = Math.min(options.maxMs, options.baseMs * 2 ** Math.min(failures - 1, 30));
  return Math.round(ceiling / 2 + (random * ceiling) / 2);
}
