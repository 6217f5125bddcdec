import { createClient } from '../../src/entry/client/client.ts';
import { createPersonalToken } from '../../src/features/oauth/personal-tokens.ts';
import type { BenchService } from '../bench-harness.ts';
import { idOf, perVillage } from './ids.ts';

interface TableSize {
  name: string;
  bytes: number;
  rows: number;
  dead: number;
  changed: number;
  /** Of those changed, without a new entry in any index. */
  hot: number;
}

const scopes = ['mcp:read', 'mcp:write', 'mcp:private'] as const;

/**
 * A village's month at once: each account edits its entry, its task and its settings, writes to a neighbour and reads what it was
 * told, `turns` times. Prints the tables in which rows were changed, by what a row takes before and after.
 */
export async function measureMonth(service: BenchService, turns: number): Promise<void> {
  const { sql } = service;
  const accounts = Array.from({ length: perVillage.accounts }, (_, index) => index + 1);
  const clients = await Promise.all(
    accounts.map(async (n) => {
      const wanted = { accountId: idOf('account', 1, n), name: 'growth', scopes, days: 1 };
      const { token } = await createPersonalToken(sql, wanted, service.newId(), new Date());
      return createClient({ baseUrl: service.url, token });
    }),
  );
  await sql.unsafe('vacuum analyze');
  const before = await readSizes(service);
  const begun = performance.now();
  for (let turn = 0; turn < turns; turn += 1)
    await Promise.all(
      clients.map(async (client, index) => {
        const neighbour = idOf('account', 1, 1 + ((index + 1) % accounts.length));
        // The author of the n-th entry and task is the account after n; each fourth entry is the village's.
        const own = index % 4 === 0 ? index + accounts.length : index;
        const settlement = 'growth-1';
        await client.edit_article({
          settlement,
          article: idOf('article', 1, own),
          body: `День ${turn}: поставили насос.`,
        });
        await client.edit_task({ task: idOf('task', 1, own), body: `Петля отвалилась, день ${turn}.` });
        await client.save_interface_settings({ sticky_header: turn % 2 === 0 });
        await client.send_message({ to: 'person', account: neighbour, settlement, body: `День ${turn}` });
        const [newest] = (await client.list_notifications({ limit: 1 })).notifications;
        if (newest) await client.read_notification({ notification: newest.id, and_older: true });
      }),
    );
  const writes = turns * accounts.length * 5;
  const seconds = (performance.now() - begun) / 1000;
  console.log(
    `\n${writes} writes in ${seconds.toFixed(0)} s: bytes of a row with its indexes before and after, rows changed and dead`,
  );
  // What backends and autovacuum report comes late.
  await new Promise((done) => setTimeout(done, 2_000));
  for (const { name, bytes, rows, dead, changed, hot } of await readSizes(service)) {
    const then = before.find((each) => each.name === name);
    const more = changed - (then?.changed ?? 0);
    if (more < accounts.length) continue;
    const perRow = (size: { bytes: number; rows: number } | undefined) =>
      size === undefined ? 0 : Math.round(size.bytes / Math.max(1, size.rows));
    const hotShare = Math.round((100 * (hot - (then?.hot ?? 0))) / more);
    console.log(
      `  ${name.padEnd(28)}${perRow(then)} → ${perRow({ bytes, rows })} of ${rows}; ${more} changed, ${hotShare} % in place, ${dead} dead`,
    );
  }
}

const readSizes = ({ sql }: BenchService) => sql<TableSize[]>`
  select relname::text as name, pg_total_relation_size(relid)::float8 as bytes, n_live_tup::float8 as rows, n_dead_tup::float8 as dead,
         (n_tup_upd + n_tup_del)::float8 as changed, n_tup_hot_upd::float8 as hot
    from pg_stat_user_tables order by pg_total_relation_size(relid) desc`;
