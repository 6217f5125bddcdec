import { createSender, describeRequest, type HostileRequest, type Reply } from './hostile-request.ts';
import { findProblems, type Marker } from './response-check.ts';

export interface FuzzOptions {
  url: string;
  count: number;
  connections: number;
  markers: readonly Marker[];
  /** How many of the slowest responses are kept. */
  slowest?: number;
  /** Runs before every so many requests, with none in flight. */
  every?: { requests: number; run(): Promise<void> };
  /** Log lines of the service: they give the cause of a failure, which the response must not. */
  log?: readonly string[];
  onReply?(request: HostileRequest): void;
  onProgress?(sent: number): void;
}

export interface Failure {
  problem: string;
  /** Number of the first such request in the run. */
  number: number;
  times: number;
  request: string;
  reply: string;
}

export interface FuzzReport {
  sent: number;
  seconds: number;
  byStatus: Map<number, number>;
  failures: Failure[];
  slowest: { milliseconds: number; status: number; number: number; request: string }[];
}

/** Sends requests as they are generated, a few at a time, and checks every response. */
export async function runFuzz(next: () => HostileRequest, options: FuzzOptions): Promise<FuzzReport> {
  const { count, connections, markers, every } = options;
  const sender = createSender(options.url, connections);
  const byStatus = new Map<number, number>();
  const failures = new Map<string, Failure>();
  const slowest: FuzzReport['slowest'] = [];
  const most = options.slowest ?? 10;
  let sent = 0;

  const fail = (problem: string, number: number, request: HostileRequest, reply: string) => {
    // One fault shows in many places; failures with the same cause are reported once.
    const cause = findCause(reply, options.log ?? []);
    const key = cause === undefined ? `${request.subject}: ${problem}` : `${problem}, ${cause}`;
    const known = failures.get(key);
    if (known !== undefined) known.times += 1;
    else
      failures.set(key, {
        problem: key,
        number,
        times: 1,
        request: describeRequest(request),
        reply: reply.slice(0, 300),
      });
  };
  const look = (number: number, request: HostileRequest, reply: Reply) => {
    byStatus.set(reply.status, (byStatus.get(reply.status) ?? 0) + 1);
    for (const problem of findProblems(request, reply, markers)) fail(problem, number, request, reply.text);
    const { milliseconds, status } = reply;
    if (slowest.length < most || milliseconds > (slowest.at(-1)?.milliseconds ?? 0)) {
      slowest.push({ milliseconds, status, number, request: describeRequest(request) });
      slowest.sort((a, b) => b.milliseconds - a.milliseconds).splice(most);
    }
  };
  async function sendUntil(end: number): Promise<void> {
    while (sent < end) {
      const number = sent;
      sent += 1;
      const request = next();
      try {
        look(number, request, await sender.send(request));
      } catch (error) {
        fail((error as Error).message, number, request, 'none');
      }
      options.onReply?.(request);
      if (number % 10_000 === 9_999) options.onProgress?.(number + 1);
    }
  }

  const begun = performance.now();
  try {
    while (sent < count) {
      await every?.run();
      const end = Math.min(count, every === undefined ? count : sent + every.requests);
      await Promise.all(Array.from({ length: connections }, () => sendUntil(end)));
    }
  } finally {
    sender.close();
  }
  return {
    sent,
    seconds: (performance.now() - begun) / 1000,
    byStatus: new Map([...byStatus].sort(([a], [b]) => a - b)),
    failures: [...failures.values()],
    slowest,
  };
}

/** What the log says of the incident in a response: the error and its source location. */
function findCause(reply: string, log: readonly string[]): string | undefined {
  const incident = /"incident":"([\w-]+)"|<code>([\w-]{36})<\/code>/.exec(reply);
  const number = incident?.[1] ?? incident?.[2];
  const line = number === undefined ? undefined : log.findLast((each) => each.includes(number));
  if (line === undefined) return undefined;
  const { err } = JSON.parse(line) as { err?: { type?: string; message?: string; stack?: string } };
  const place = /\n\s+at .*?((?:src|node_modules)\/[\w@./-]+:\d+)/.exec(err?.stack ?? '')?.[1];
  return `${err?.type}: ${err?.message} at ${place}`;
}

/** With the number each would have in the whole run of its seed. */
export function describeFailures(failures: readonly Failure[], skipped = 0): string {
  return failures
    .map(
      ({ problem, times, number, request, reply }) =>
        `${problem} (${times} times, first as number ${skipped + number})\n    ${request}\n    → ${reply}`,
    )
    .join('\n');
}
