import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPidFile } from '../src/base/db/embedded/cluster.ts';
import { fillPath, paths } from '../src/base/site/paths.ts';
import { createClient } from '../src/entry/client/client.ts';
import type { DemoAccessFile } from '../src/entry/demo/load.ts';
import { hiddenFields, openBrowser } from '../test/oauth/browser.ts';
import {
  type BenchService,
  type BenchTarget,
  cpuMicroseconds,
  cpuOfChildren,
  median,
  runLoad,
  startReference,
} from './bench-harness.ts';
import { measureRowSizes } from './row-sizes.ts';

const rounds = 3;
const seconds = 2;
const connections = 16;

/** Throughput of one instance for the most common calls, CPU of instance and database per call, and row sizes. */
export async function measureCapacity(service: BenchService): Promise<void> {
  const access = JSON.parse(
    await readFile(join(service.dataDir, 'demo-access.json'), 'utf8'),
  ) as DemoAccessFile;
  const reference = await startReference(new URL('./references/settlements.ts', import.meta.url), service);
  const database = (await readPidFile(join(service.dataDir, 'postgres')))?.pid ?? 0;
  try {
    const bare = { label: 'bare node:http + driver, 30 rows', url: `${reference.url}/`, pid: reference.pid };
    await measureCalls([bare, ...(await listCalls(service, access))], database);
  } finally {
    await reference.stop();
  }
  await measureRowSizes(service);
}

async function listCalls(service: BenchService, access: DemoAccessFile): Promise<BenchTarget[]> {
  const { url, pid } = service;
  const { slug } = access.settlement;
  const { resident, neighbour } = access.accounts;
  const client = createClient({ baseUrl: url, token: resident.token });
  const [plot] = (await client.list_my_parcels({})).data;
  const [known] = (await client.list_knowledge_articles({})).articles;
  const browser = openBrowser({ url });
  const login = await browser.get(paths.login);
  const fields = {
    ...hiddenFields(login.html, paths.login),
    email: resident.email,
    password: resident.password,
  };
  await browser.post(paths.login, fields);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { authorization: `Bearer ${resident.token}` };
  const json = { ...headers, 'content-type': 'application/json' };
  const api = `${url}/api/v1`;
  const call = (label: string, address: string, further: Partial<BenchTarget> = {}) =>
    ({ label, url: address, pid, headers, ...further }) satisfies BenchTarget;
  const body = 'Поставили новый насос, воды хватает на обе теплицы. '.repeat(8);
  return [
    call('page of a settlement, a visitor', `${url}${fillPath(paths.settlement, { settlement: slug })}`, {
      headers: {},
    }),
    call('page Today, signed in', `${url}${paths.today}`, { headers: { cookie } }),
    call('show_me', `${api}/me`),
    call('list_notifications', `${api}/notifications`),
    call('list_articles', `${api}/settlements/${slug}/articles`),
    call('show_knowledge_article', `${api}/knowledge/articles/${known?.id}`),
    call(
      'search_shared_knowledge',
      `${api}/knowledge/search?question=${encodeURIComponent('как утеплить скважину')}`,
    ),
    call('list_my_devices', `${api}/devices/mine`),
    call('write_article', `${api}/settlements/${slug}/articles`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ kind: 'diary', parcel_id: plot?.plot_number, title: 'Насос', body }),
    }),
    call('send_message', `${api}/messages`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({
        to: 'person',
        account: neighbour.id,
        settlement: slug,
        body: 'Завтра дам лестницу.',
      }),
    }),
  ];
}

async function measureCalls(calls: readonly BenchTarget[], database: number): Promise<void> {
  const rows = calls.map(() => ({
    rate: [] as number[],
    cpu: [] as number[],
    base: [] as number[],
    late: [] as number[],
  }));
  for (const call of calls) {
    const { non2xx, errors } = await runLoad(call, seconds, connections);
    if (non2xx + errors > 0) throw new Error(`${call.label}: ${non2xx} refusals, ${errors} errors`);
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, call] of calls.entries()) {
      const [own, base] = [await cpuMicroseconds(call.pid), await cpuOfChildren(database)];
      const result = await runLoad(call, seconds, connections);
      const requests = Math.max(1, result.requests.total);
      rows[index]?.cpu.push(((await cpuMicroseconds(call.pid)) - own) / requests);
      rows[index]?.base.push(((await cpuOfChildren(database)) - base) / requests);
      rows[index]?.rate.push(result.requests.total / seconds);
      rows[index]?.late.push(result.latency.p97_5);
    }
  }
  const [first] = rows.map(({ rate }) => median(rate));
  console.log(
    `\none instance, ${connections} connections, median of ${rounds} rounds; CPU of one request in milliseconds`,
  );
  console.log(`  ${''.padEnd(34)}requests/s   to bare   CPU instance   CPU database   p97.5`);
  for (const [index, { rate, cpu, base, late }] of rows.entries())
    console.log(
      `  ${(calls[index]?.label ?? '').padEnd(34)}${median(rate).toFixed(0).padStart(10)}${(median(rate) / (first ?? 1)).toFixed(2).padStart(10)}` +
        `${(median(cpu) / 1000).toFixed(2).padStart(15)}${(median(base) / 1000).toFixed(2).padStart(15)}${median(late).toFixed(0).padStart(8)}`,
    );
}
