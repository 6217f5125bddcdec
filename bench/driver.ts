import { Pool as BarePool } from 'pg';
import { connect } from '../src/base/db/connect.ts';
import { type BenchService, median } from './bench-harness.ts';

const callers = 16;
const queriesPerRound = 4_000;
const rounds = 5;

/** The bare driver compared with the SQL template on top: the same named statements on the same database. */
export async function measureDriver({ sql, driver }: BenchService): Promise<void> {
  await sql`create table bench_driver as
    select n::bigint as id, 'name ' || n as name, 'kind' as kind, n % 7 as number, now() as at, n * 1.5::float8 as area,
           n % 2 = 0 as is_even, array['a', 'b'] as tags from generate_series(1, 1000) n`;
  await sql`create index on bench_driver (id)`;
  const bare = new BarePool({ ...driver, max: 10, statement_timeout: 60_000 });
  const ours = connect({ to: driver, maxConnections: 10 });
  const text =
    'select id, name, kind, number, at, area, is_even, tags from bench_driver where id > $1 order by id limit $2';
  const ways: Record<string, (low: number, limit: number) => Promise<unknown>> = {
    'pg bare': (low, limit) => bare.query({ name: `b${limit}`, text, values: [low, limit] }),
    'pg under the template': (low, limit) => {
      const condition = ours`id > ${low}`;
      return ours`
        select id, name, kind, number, at, area, is_even, tags from bench_driver
         where ${condition} order by id limit ${limit}`.then((rows) => rows);
    },
  };
  try {
    for (const limit of [31, 1]) {
      console.log(`\n${limit} rows of 8 columns, ${callers} callers, median of ${rounds}`);
      const taken = new Map(
        Object.keys(ways).map((name) => [name, { cpu: [] as number[], rate: [] as number[] }]),
      );
      for (let round = 0; round <= rounds; round += 1) {
        for (const [name, ask] of Object.entries(ways)) {
          const { cpu, perSecond } = await runQueries((n) => ask(n % 900, limit));
          // The first round warms up.
          if (round > 0) {
            taken.get(name)?.cpu.push(cpu);
            taken.get(name)?.rate.push(perSecond);
          }
        }
      }
      for (const [name, { cpu, rate }] of taken)
        console.log(
          `  ${name.padEnd(24)}${median(rate).toFixed(0).padStart(7)}/s  ${median(cpu).toFixed(0).padStart(5)} µs CPU`,
        );
    }
  } finally {
    await bare.end();
    await ours.end();
  }
}

async function runQueries(ask: (n: number) => Promise<unknown>): Promise<{ cpu: number; perSecond: number }> {
  const before = process.cpuUsage();
  const begun = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (next < queriesPerRound) {
        next += 1;
        await ask(next);
      }
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / queriesPerRound, perSecond: queriesPerRound / seconds };
}
