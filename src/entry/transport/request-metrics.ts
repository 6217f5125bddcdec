/** Upper bounds of the latency buckets in seconds. */
const bucketBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

class OperationMetrics {
  readonly statuses = new Map<number, number>();
  /** One more than there are bounds: the last counts everything slower. */
  readonly counts = new Array<number>(bucketBounds.length + 1).fill(0);
  seconds = 0;
  slowest = 0;
}

/** How long an operation or route took since the process started. */
export interface RequestTimes {
  operation: string;
  count: number;
  /** Seconds. */
  mean: number;
  /** Upper bound of the bucket that 95 of 100 requests stay below; the slowest one beyond the last bucket. */
  p95: number;
  slowest: number;
}

/**
 * Requests by operation and status, and their latency. Hand-written: the metrics library looks a series up by its
 * labels each time, which costs more than validating the request. Operations and routes are few, so this stays small.
 */
export class RequestMetrics {
  readonly #tallies = new Map<string, OperationMetrics>();

  count(operation: string, status: number, seconds: number): void {
    let tally = this.#tallies.get(operation);
    if (tally === undefined) {
      tally = new OperationMetrics();
      this.#tallies.set(operation, tally);
    }
    tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
    let span = 0;
    while (span < bucketBounds.length && seconds > (bucketBounds[span] as number)) span += 1;
    tally.counts[span] = (tally.counts[span] as number) + 1;
    tally.seconds += seconds;
    tally.slowest = Math.max(tally.slowest, seconds);
  }

  /** Slowest first. Streams last for as long as somebody looks. */
  listSlowest(limit: number): RequestTimes[] {
    return [...this.#tallies]
      .filter(([operation]) => !/\/(?:events|stream)$/.test(operation))
      .map(([operation, { counts, seconds, slowest }]) => {
        const count = counts.reduce((sum, one) => sum + one, 0);
        let below = 0;
        const bucket = counts.findIndex((one) => {
          below += one;
          return below >= count * 0.95;
        });
        const p95 = Math.min(bucketBounds[bucket] ?? slowest, slowest);
        return { operation, count, mean: seconds / count, p95, slowest };
      })
      .sort((one, other) => other.p95 - one.p95 || other.mean - one.mean)
      .slice(0, limit);
  }

  /** In the Prometheus text format. */
  write(): string {
    const requests: string[] = [];
    const times: string[] = [];
    for (const [operation, tally] of this.#tallies) {
      const label = `operation="${operation.replaceAll(/[\\"\n]/g, '_')}"`;
      for (const [status, count] of tally.statuses)
        requests.push(`settlements_requests_total{${label},status="${status}"} ${count}`);
      let total = 0;
      for (const [index, count] of tally.counts.entries()) {
        total += count;
        times.push(
          `settlements_request_seconds_bucket{le="${bucketBounds[index] ?? '+Inf'}",${label}} ${total}`,
        );
      }
      times.push(`settlements_request_seconds_sum{${label}} ${tally.seconds}`);
      times.push(`settlements_request_seconds_count{${label}} ${total}`);
    }
    return [
      '# HELP settlements_requests_total Requests by operation and status',
      '# TYPE settlements_requests_total counter',
      ...requests,
      '# HELP settlements_request_seconds Time from request to reply by operation',
      '# TYPE settlements_request_seconds histogram',
      ...times,
      '',
    ].join('\n');
  }
}
