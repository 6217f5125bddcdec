import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Db, Pool } from '../../src/db/connect.ts';
import { type DriverConnection, isTidy } from '../../src/db/tidy-queues.ts';
import { createDatabase } from '../harness/cluster.ts';

describe('templates of the database', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let sql: Pool;
  const loose: unknown[] = [];
  const note = (error: unknown) => loose.push(error);

  before(async () => {
    process.on('unhandledRejection', note);
    database = await createDatabase();
    sql = database.pool;
    await sql`create table pear (id bigint primary key, name text)`;
  });
  after(async () => {
    process.off('unhandledRejection', note);
    await database.drop();
  });

  it('answers with rows, and the same rows to whoever waits again', async () => {
    const asked = sql`select 1 as one, ${'груша'} as name`;
    assert.deepEqual([...(await asked)], [{ one: 1, name: 'груша' }]);
    assert.equal(await asked, await asked);
    assert.deepEqual(
      (await Promise.all([1, 2, 3].map((n) => sql`select ${n}::int as n`))).map(([row]) => row?.n),
      [1, 2, 3],
    );
  });

  it('puts parts into parts, lists of parts and names, each value in its place', async () => {
    const nothing = sql``;
    const condition = (low: number, high: number) => sql`n > ${low} and ${sql`n < ${high}`}`;
    const rows = await sql`
      select ${sql('n')} from generate_series(1, 10) n
       where ${condition(2, 8)} ${nothing} ${[sql`and n <> ${4}`, sql`and n <> ${6}`]} ${nothing}
       order by ${sql`n desc`} limit ${2}`;
    assert.deepEqual(
      rows.map((row) => row.n),
      [7, 5],
    );
    assert.equal((await sql`insert into pear ${sql([{ id: '1', name: 'a' }])} returning id`)[0]?.id, '1');
  });

  it('hands cursors and plain values to the driver', async () => {
    const seen: number[] = [];
    for await (const [row] of sql`select n from generate_series(1, 3) n`.cursor(1)) seen.push(row?.n);
    assert.deepEqual(seen, [1, 2, 3]);
    assert.deepEqual([...(await sql`select 1, 2`.values())], [[1, 2]]);
  });

  it('fails once, with the error of PostgreSQL, and leaves no rejection lying about', async () => {
    await assert.rejects(async () => sql`select 1 / ${0}::int`, { code: '22012' });
    assert.equal(await sql`select nonsense`.catch(() => 'caught'), 'caught');
    const ended = await sql`select 1 as n`.finally(() => {});
    assert.equal(ended[0]?.n, 1);
    await new Promise((done) => setImmediate(done));
    assert.deepEqual(loose, []);
  });

  it('takes everything back when a transaction fails, also when the failure was swallowed inside', async () => {
    const attempt = sql.begin(async (db) => {
      await db`insert into pear values (2, ${'b'})`;
      await db`insert into pear values (2, ${'b'})`.catch(() => {});
    });
    await assert.rejects(attempt, { code: '23505' });
    assert.equal((await sql`select 1 from pear where id = 2`).length, 0);
    await new Promise((done) => setImmediate(done));
    assert.deepEqual(loose, []);
  });

  it('keeps to its transaction and its savepoint', async () => {
    await sql.begin(async (db) => {
      await db`insert into pear values (3, 'c')`;
      const inner = (
        db as Db & { savepoint(work: (db: Db) => Promise<unknown>): Promise<unknown> }
      ).savepoint(async (point) => {
        await point`insert into pear values (4, 'd')`;
        throw new Error('back to the savepoint');
      });
      await assert.rejects(inner, /savepoint/);
      assert.equal((await sql`select 1 from pear where id = 3`).length, 0, 'not seen from outside');
    });
    assert.deepEqual(
      (await sql`select id from pear where id in (3, 4)`).map((row) => row.id),
      ['3'],
    );
  });

  it('keeps the connections of the pool in lists that do not grow with the queries', async () => {
    await Promise.all(Array.from({ length: 30 }, () => sql`select pg_sleep(0.01)`));
    for (let turn = 0; turn < 30; turn += 1) await sql`select ${turn}`;
    const queues = new Set<DriverConnection['queue']>();
    for (let turn = 0; turn < 30; turn += 1) {
      await sql.unsafe('select 1', [], {
        onexecute(connection: DriverConnection) {
          queues.add(connection.queue);
          return true;
        },
      } as object);
    }
    assert.ok(queues.size > 0);
    for (const queue of queues) assert.ok(isTidy(queue));
    assert.equal(
      (await Promise.all(Array.from({ length: 200 }, (_, n) => sql`select ${n}::int as n`))).length,
      200,
    );
  });
});
