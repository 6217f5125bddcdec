import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { connect, type Pool } from '../src/base/db/connect.ts';
import { SUPERUSER } from '../src/base/db/embedded/cluster.ts';
import { getDriverOptions } from '../src/base/db/embedded.ts';
import { createSnowflakes } from '../src/domain/kernel/snowflake.ts';
import { generousQuotas } from '../test/harness/quotas.ts';

/** A server in a separate process, to measure its CPU apart from the load generator. */
export interface BenchTarget {
  label: string;
  url: string;
  pid: number;
  headers?: Record<string, string>;
  /** More headers of each connection, in turn: different callers. */
  callers?: readonly Record<string, string>[];
  method?: 'GET' | 'POST';
  body?: string;
}

export interface BenchService {
  url: string;
  pid: number;
  dataDir: string;
  /** The service's own database. */
  sql: Pool;
  /** Connection options of the same database, for a reference server. */
  driver: ReturnType<typeof getDriverOptions>;
  newId(): string;
  stop(): Promise<void>;
}

const root = fileURLToPath(new URL('..', import.meta.url));

export async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const { port } = probe.address() as { port: number };
  await new Promise((done) => probe.close(done));
  return port;
}

/**
 * Starts the compiled service with its embedded database in a temporary folder, without demo data; of this checkout
 * or of another one. A `keptFolder` takes the place of the temporary one, and stays.
 */
export async function startBenchService(
  environment: Record<string, string> = {},
  checkout = root,
  keptFolder?: string,
): Promise<BenchService> {
  const built = spawnSync(process.execPath, [join(checkout, 'scripts/build.mjs')], { stdio: 'inherit' });
  if (built.status !== 0) throw new Error('The build failed.');
  const dataDir = keptFolder ?? (await mkdtemp(join(tmpdir(), 'settlements-bench-')));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const limits =
    'api_account=100000000,api_public=100000000,mcp_account=100000000,mcp_public=100000000,page_account=100000000,page_public=100000000,costly=100000000';
  const child = spawn(process.execPath, [join(checkout, 'bin/settlements.js'), 'serve'], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      DEMO: 'off',
      RATE_LIMITS: limits,
      QUOTAS: generousQuotas,
      LOG_LEVEL: 'error',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await waitFor(`${url}/health`);
  const [, , , portLine, socketDir] = (
    await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')
  ).split('\n');
  const driver = getDriverOptions({
    host: socketDir as string,
    port: Number(portLine),
    user: SUPERUSER,
    database: 'settlements',
  });
  const sql = connect({ to: driver, maxConnections: 4 });
  const ids = createSnowflakes(() => 1023);
  return {
    url,
    pid: child.pid as number,
    dataDir,
    sql,
    driver,
    newId: () => ids.next(),
    async stop() {
      await sql.end({ timeout: 2 });
      await end(child);
      if (keptFolder === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Starts a bare server: node:http, the same SQL through the same driver, JSON.stringify. The module exports `handle`.
 */
export async function startReference(
  module: URL,
  service: BenchService,
): Promise<{ url: string; pid: number; stop(): Promise<void> }> {
  const port = await findFreePort();
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL('./reference-server.ts', import.meta.url))],
    {
      env: {
        ...process.env,
        REFERENCE_MODULE: module.href,
        REFERENCE_PORT: String(port),
        REFERENCE_DRIVER: JSON.stringify(service.driver),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const url = `http://127.0.0.1:${port}`;
  await waitFor(`${url}/health`);
  return { url, pid: child.pid as number, stop: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await Promise.race([gone, sleep(12_000).then(() => child.kill('SIGKILL'))]);
}

async function waitFor(url: string): Promise<void> {
  for (let attempt = 0; attempt < 1200; attempt += 1) {
    if (
      await fetch(url).then(
        (reply) => reply.ok,
        () => false,
      )
    )
      return;
    await sleep(100);
  }
  throw new Error(`${url} does not answer.`);
}

export async function cpuMicroseconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

/** CPU of all backend processes of the database server; they persist, as the pool keeps its connections. */
export async function cpuOfChildren(postmaster: number): Promise<number> {
  let sum = 0;
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(fields[1]) === postmaster) sum += (Number(fields[11]) + Number(fields[12])) * 10_000;
  }
  return sum;
}

export interface Measured {
  label: string;
  perSecond: number;
  cpuPerRequest: number;
  p95: number;
}

/** Interleaved rounds, median of each; the first contestant is the baseline. */
export async function compare(
  title: string,
  contestants: readonly BenchTarget[],
  options: { rounds?: number; seconds?: number; connections?: number } = {},
): Promise<Measured[]> {
  const { rounds = 5, seconds = 3, connections = 16 } = options;
  const rows = contestants.map(({ label }) => ({
    label,
    perSecond: [] as number[],
    cpu: [] as number[],
    p95: [] as number[],
  }));
  // Warm-up, until the code path is compiled.
  for (const contestant of contestants) await runLoad(contestant, 4, connections);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, contestant] of contestants.entries()) {
      const before = await cpuMicroseconds(contestant.pid);
      const result = await runLoad(contestant, seconds, connections);
      const cpu = (await cpuMicroseconds(contestant.pid)) - before;
      if (result.non2xx > 0 || result.errors > 0)
        throw new Error(`${contestant.label}: ${result.non2xx} refusals, ${result.errors} errors`);
      rows[index]?.perSecond.push(result.requests.total / seconds);
      rows[index]?.cpu.push(cpu / Math.max(1, result.requests.total));
      rows[index]?.p95.push(result.latency.p97_5);
    }
  }
  const measured = rows.map((row) => ({
    label: row.label,
    perSecond: median(row.perSecond),
    cpuPerRequest: median(row.cpu),
    p95: median(row.p95),
  }));
  const [first] = measured as [Measured];
  console.log(`\n${title}`);
  for (const row of measured) {
    console.log(
      `  ${row.label.padEnd(28)}${row.perSecond.toFixed(0).padStart(8)} requests/s  ${row.cpuPerRequest.toFixed(0).padStart(6)} µs CPU  ` +
        `${row.p95.toFixed(0).padStart(4)} ms p97.5  rate ${(row.perSecond / first.perSecond).toFixed(2)}  CPU ${(row.cpuPerRequest / first.cpuPerRequest).toFixed(2)}`,
    );
  }
  return measured;
}

export function runLoad(
  contestant: BenchTarget,
  duration: number,
  connections: number,
): Promise<autocannon.Result> {
  const { headers = {}, callers } = contestant;
  let client = 0;
  return autocannon({
    url: contestant.url,
    connections,
    duration,
    method: contestant.method ?? 'GET',
    headers,
    ...(callers && {
      setupClient: (each: autocannon.Client) =>
        each.setHeaders({ ...headers, ...callers[client++ % callers.length] }),
    }),
    ...(contestant.body !== undefined && { body: contestant.body }),
  });
}

/** Headers of as many callers at addresses of their own, for a service with TRUST_PROXY. */
export const differentAddresses: readonly Record<string, string>[] = Array.from(
  { length: 200 },
  (_, number) => ({ 'x-forwarded-for': `192.0.2.${number}` }),
);

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
