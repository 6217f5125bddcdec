export interface BackoffOptions {
  readonly baseMs: number;
  readonly maxMs: number;
}

export const connectionBackoff: BackoffOptions = { baseMs: 30_000, maxMs: 3_600_000 };

/**
 * How long to wait after the given number of failures in a row. Doubles up to a ceiling; half of it is
 * chance (`random` in [0, 1)), so that connections broken by one outage do not all return in one second.
 */
export function backoffDelay(failures: number, random: number, options = connectionBackoff): number {
  if (failures <= 0) return 0;
  const ceiling = Math.min(options.maxMs, options.baseMs * 2 ** Math.min(failures - 1, 30));
  return Math.round(ceiling / 2 + (random * ceiling) / 2);
}
