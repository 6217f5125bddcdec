import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readPidFile } from '../src/base/db/embedded/cluster.ts';
import { fillPath, paths } from '../src/base/site/paths.ts';
import type { DemoAccessFile } from '../src/entry/demo/load.ts';
import { hiddenFields, openBrowser } from '../test/oauth/browser.ts';
import {
  type BenchService,
  cpuMicroseconds,
  cpuOfChildren,
  median,
  runLoad,
  startBenchService,
} from './bench-harness.ts';

const rounds = 5;
const seconds = 2;
const connections = 4;
const idleSeconds = 20;

interface Contestant {
  readonly label: string;
  readonly service: BenchService;
  readonly database: number;
  readonly cookie: string;
  /** The resident's, and the newest entry of their settlement: each database has identifiers of its own. */
  readonly plot: string;
  readonly article: string;
}

/**
 * CPU of service and database per page of the demo, statements of an idle service, and memory. With
 * BENCH_BEFORE=<folder of another checkout> both are measured in turn, and the ratio is printed.
 */
export async function measurePages(service: BenchService): Promise<void> {
  const { BENCH_BEFORE: before } = process.env;
  // An older checkout may not know all quotas.
  const other =
    before === undefined ? undefined : await startBenchService({ DEMO: 'on', QUOTAS: '' }, before);
  try {
    const contestants = [...(other ? [await prepare('before', other)] : []), await prepare('now', service)];
    const access = await readAccess(service);
    const settlement = access.settlement.slug;
    const pages: [string, (of: Contestant) => string][] = [
      ['Today', () => paths.today],
      ['notifications', () => paths.notifications],
      ['tasks', () => paths.tasks],
      ['devices', () => paths.devices],
      ['knowledge', () => paths.knowledge],
      ['messages', () => paths.messages],
      ['settlement', () => fillPath(paths.settlement, { settlement })],
      ['map', () => fillPath(paths.map, { settlement })],
      ['directory', () => fillPath(paths.directory, { settlement })],
      ['journal', () => fillPath(paths.articles, { settlement })],
      ['entry', ({ article }) => fillPath(paths.article, { settlement, article })],
      ['plot', ({ plot }) => fillPath(paths.plot, { plot })],
      ['account', () => paths.account],
    ];
    for (const contestant of contestants) await measureIdle(contestant);
    console.log('\nms of CPU per view, service + database');
    for (const [name, pathOf] of pages) await measurePage(name, pathOf, contestants);
    for (const contestant of contestants) await printMemory(contestant, 'after these views');
  } finally {
    await other?.stop();
  }
}

const readAccess = async ({ dataDir }: BenchService) =>
  JSON.parse(await readFile(join(dataDir, 'demo-access.json'), 'utf8')) as DemoAccessFile;

async function prepare(label: string, service: BenchService): Promise<Contestant> {
  const database = (await readPidFile(join(service.dataDir, 'postgres')))?.pid ?? 0;
  const { accounts, settlement } = await readAccess(service);
  const [own] = await service.sql<{ plot: string; article: string }[]>`
    select m.parcel_id::text as plot,
           (select slug from article where settlement_id = ${settlement.id} and status = 'published' and visibility = 'public'
             order by published_at desc limit 1) as article
      from membership m join account a on a.id = m.account_id
     where a.email = ${accounts.resident.email} and m.state = 'confirmed' order by m.is_primary desc limit 1`;
  if (own === undefined) throw new Error('The resident of the demo has no plot.');
  return { label, service, database, cookie: await signInToDemo(service, 'resident'), ...own };
}

/** The cookies of somebody of the demo. */
export async function signInToDemo(
  service: BenchService,
  persona: keyof DemoAccessFile['accounts'],
): Promise<string> {
  const { email, password } = (await readAccess(service)).accounts[persona];
  const browser = openBrowser({ url: service.url });
  const login = await browser.get(paths.login);
  const fields = hiddenFields(login.html, paths.login);
  await browser.post(paths.login, { ...fields, email, password });
  return [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

async function measurePage(
  name: string,
  pathOf: (of: Contestant) => string,
  contestants: readonly Contestant[],
): Promise<void> {
  const rows = contestants.map(() => ({ own: [] as number[], base: [] as number[] }));
  for (let round = -1; round < rounds; round += 1)
    for (const [index, contestant] of contestants.entries()) {
      const { label, service, database, cookie } = contestant;
      const path = pathOf(contestant);
      const [own, base] = [await cpuMicroseconds(service.pid), await cpuOfChildren(database)];
      const target = { label, url: `${service.url}${path}`, pid: service.pid, headers: { cookie } };
      const { requests, non2xx, errors } = await runLoad(target, seconds, connections);
      if (non2xx + errors > 0) throw new Error(`${label} ${path}: ${non2xx} refusals, ${errors} errors`);
      if (round === -1) continue;
      rows[index]?.own.push(((await cpuMicroseconds(service.pid)) - own) / requests.total / 1000);
      rows[index]?.base.push(((await cpuOfChildren(database)) - base) / requests.total / 1000);
    }
  const sums = rows.map(({ own, base }) => [median(own), median(base)] as const);
  const shown = sums.map(
    ([own, base], index) => `${contestants[index]?.label} ${own.toFixed(2)} + ${base.toFixed(2)}`,
  );
  const [first, last] = [sums[0], sums.at(-1)].map((sum) => (sum ? sum[0] + sum[1] : 0)) as [number, number];
  const ratio = sums.length > 1 ? `   ratio ${(last / first).toFixed(2)}` : '';
  console.log(`  ${name.padEnd(16)}${shown.map((text) => text.padEnd(24)).join('')}${ratio}`);
}

/** Transactions of the database that the service causes while nobody uses it. */
async function measureIdle({ label, service }: Contestant): Promise<void> {
  const count = async () => {
    const [row] = await service.sql<{ count: number }[]>`
      select sum(xact_commit + xact_rollback)::int as count from pg_stat_database where datname = current_database()`;
    return row?.count ?? 0;
  };
  await waitForJobs(service);
  const begun = await count();
  await sleep(idleSeconds * 1000);
  console.log(`idle, ${label}: ${((await count()) - begun - 1) / idleSeconds} transactions per second`);
  await printMemory({ label, service }, 'with the demo, idle');
}

/** The demo's photographs are resized after it was loaded. */
async function waitForJobs({ sql }: BenchService): Promise<void> {
  for (let quiet = 0; quiet < 5; ) {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from job where failed_at is null and run_at <= now() and queue like 'media%'`;
    quiet = row?.count === 0 ? quiet + 1 : 0;
    await sleep(1_000);
  }
}

async function printMemory({ label, service }: Pick<Contestant, 'label' | 'service'>, when: string) {
  const status = await readFile(`/proc/${service.pid}/status`, 'utf8');
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
  console.log(`memory, ${label}, ${when}: ${(kilobytes / 1024).toFixed(0)} MB`);
}
