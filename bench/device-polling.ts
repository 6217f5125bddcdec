import { createServer } from 'node:http';
import { pollDueConnections } from '../src/background/jobs/device-polling.ts';
import { createPollResultWriter } from '../src/background/jobs/poll-result-writer.ts';
import { createSecretBox } from '../src/base/encryption/secret-box.ts';
import { createGuard } from '../src/engines/outbound/guard.ts';
import type { BenchService } from './bench-harness.ts';

/** Connections polled by HTTP on loopback once a minute by this process, reported per minute. */
export async function measurePolling(
  service: BenchService,
  { count, seconds }: { count: number; seconds: number },
  seed: (url: string) => Promise<void>,
): Promise<void> {
  const server = createServer((_request, reply) => {
    reply
      .writeHead(200, { 'content-type': 'application/json' })
      .end(`{"t": ${(Math.random() * 30).toFixed(2)}}`);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  await seed(`http://127.0.0.1:${port}/`);
  const parts = { pool: service.sql, keepDays: 400, now: () => new Date(), newId: service.newId };
  const minutes = watch();
  const timer = setInterval(() => console.log(`  ${minutes.next()}`), 60_000);
  const whole = watch();
  console.log(
    `polling, ${count.toLocaleString('en')} connections a minute (CPU with the devices themselves):`,
  );
  await pollDueConnections(
    {
      ...parts,
      secrets: createSecretBox('only for measuring, never used'),
      guard: createGuard({ allowPrivate: false, allowLoopback: true }),
      signal: AbortSignal.timeout(seconds * 1000 + 30_000),
      // Nothing fails here, so no notifications are sent.
      storing: createPollResultWriter({ ...parts, services: {} as never }),
      onPoll(ms) {
        minutes.add(ms);
        whole.add(ms);
      },
    },
    new Date(Date.now() + seconds * 1000),
  );
  clearInterval(timer);
  console.log(`  in all ${whole.next()}`);
  server.close();
  server.closeAllConnections();
}

/** Lag, CPU and memory since the last call. */
function watch() {
  let late: number[] = [];
  let cpu = process.cpuUsage();
  let begun = performance.now();
  let number = 0;
  return {
    add: (ms: number) => void late.push(ms),
    next(): string {
      number += 1;
      const used = process.cpuUsage(cpu);
      const elapsed = (performance.now() - begun) / 1000;
      const sorted = late.sort((a, b) => a - b);
      const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
      const { rss, heapUsed } = process.memoryUsage();
      const line =
        `${number}: ${sorted.length} asked in ${elapsed.toFixed(0)} s, lag median ${at(0.5)} ms, p95 ${at(0.95)} ms, ` +
        `CPU ${((used.user + used.system) / 1e4 / elapsed).toFixed(0)} % of a core, ` +
        `memory ${Math.round(rss / 1e6)} MB (heap ${Math.round(heapUsed / 1e6)} MB)`;
      late = [];
      cpu = process.cpuUsage();
      begun = performance.now();
      return line;
    },
  };
}
