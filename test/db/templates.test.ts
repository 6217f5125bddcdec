import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Pool } from '../../src/base/db/connect.ts';
import { createDatabase } from '../harness/cluster.ts';

describe('SQL templates', () => {
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

  it('returns rows, and the same result when awaited again', async () => {
    const asked = sql`select 1 as one, ${'груша'} as name`;
    assert.deepEqual(await asked, [{ one: 1, name: 'груша' }]);
    assert.equal(await asked, await asked);
    assert.deepEqual(
      (await Promise.all([1, 2, 3].map((n) => sql`select ${n}::int as n`))).map(([row]) => row?.n),
      [1, 2, 3],
    );
  });

  it('composes fragments, lists of fragments, identifiers and parameters', async () => {
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
    assert.deepEqual(await sql`select ${sql(['a', 'b"c'])} from (values (1, 2)) v (a, "b""c")`, [
      { a: 1, 'b"c': 2 },
    ]);
    await sql`insert into pear values (50, 'old')`;
    const changed = sql`update pear set ${sql.assign({ id: 51, name: 'new' })} where id = ${50} returning id, name`;
    assert.deepEqual(await changed, [{ id: '51', name: 'new' }]);
    assert.deepEqual(await sql`select ${sql.unsafe('1 + 1')} as two, ${3}::int as three`, [
      { two: 2, three: 3 },
    ]);
  });

  it('tells apart what one template is filled with: fragments, their number, identifiers, texts and types', async () => {
    const ask = async (part: Parameters<typeof sql>[1]) =>
      (await sql`select ${part} as given`).map((row) => row.given);
    const filled: [Parameters<typeof sql>[1], unknown][] = [
      [sql`1`, 1],
      [sql`2`, 2],
      [sql`${sql`1`} + 2`, 3],
      [[sql`1`], 1],
      [[sql`1`, sql`+ 1`], 2],
      [[sql`1`, sql`+ 1`, sql`+ 1`], 3],
      [sql.unsafe('1'), 1],
      [sql.unsafe('11'), 11],
      ['text', 'text'],
      [true, true],
      [5n, '5'],
      [sql`${'1'}::int + ${2}::int`, 3],
      [sql`${1}::text`, '1'],
    ];
    for (const turn of [1, 2])
      for (const [part, expected] of filled) assert.deepEqual(await ask(part), [expected], `turn ${turn}`);
    const column = async (name: string) =>
      (await sql`select ${sql(name)} as given from (values (1, 2)) v (a, b)`)[0]?.given;
    assert.deepEqual([await column('a'), await column('b'), await column('a')], [1, 2, 1]);
  });

  it('does not run until awaited, and rejects undefined parameters', async () => {
    sql`insert into pear values (99, 'never')`;
    assert.deepEqual(await sql`select 1 from pear where id = 99`, []);
    const forgotten = undefined as unknown as string;
    await assert.rejects(async () => sql`select ${forgotten}::text`, TypeError);
    await assert.rejects(
      sql`select ${[forgotten]}::text[]`.catch((error) => Promise.reject(error)),
      TypeError,
    );
  });

  it('parses every column type', async () => {
    const [row] = await sql`
      select 9007199254740993::bigint as big, 1.10::numeric as exact, 1.5::float8 as double, 2.5::float4 as single,
             7::int2 as small, 8::int4 as int, 9::oid as oid, true as yes, null::text as nothing, 'я'::text as text,
             date '2026-01-31' as day, timestamptz '2026-01-31 12:00:00.123+03' as moment, '\\x00ff'::bytea as bytes,
             '{"a":[1]}'::jsonb as jsonb, '[null]'::json as json, 'public'::visibility as domain,
             interval '1 day' as span, '{1,null,3}'::bigint[] as bigs, '{1,2}'::int[] as ints, '{}'::text[] as none,
             array['a,b', 'c"d', '\\', 'NULL', null, '', 'ё'] as texts, '{{1,2},{3,4}}'::int[] as square,
             '{t,f}'::bool[] as truths, '{2026-01-31}'::date[] as days, '{1.5,null}'::float8[] as doubles,
             '[2:3]={5,6}'::int[] as shifted, '{"\\\\x01"}'::bytea[] as blobs`;
    assert.deepEqual(row, {
      big: '9007199254740993',
      exact: '1.10',
      double: 1.5,
      single: 2.5,
      small: 7,
      int: 8,
      oid: 9,
      yes: true,
      nothing: null,
      text: 'я',
      day: '2026-01-31',
      moment: new Date('2026-01-31T09:00:00.123Z'),
      bytes: Buffer.from([0, 255]),
      jsonb: { a: [1] },
      json: [null],
      domain: 'public',
      span: '1 day',
      bigs: ['1', null, '3'],
      ints: [1, 2],
      none: [],
      texts: ['a,b', 'c"d', '\\', 'NULL', null, '', 'ё'],
      square: [
        [1, 2],
        [3, 4],
      ],
      truths: [true, false],
      days: ['2026-01-31'],
      doubles: [1.5, null],
      shifted: [5, 6],
      blobs: [Buffer.from([1])],
    });
  });

  it('round-trips every parameter type', async () => {
    const moment = new Date('2026-02-03T04:05:06.789Z');
    const texts = ['a,b', 'c"d', '\\', 'null', 'NULL', '', '{', 'ё', ' '];
    const [row] = await sql`
      select ${'text'} as text, ${null}::text as nothing, ${5}::int as int, ${1234567890123456789n} as big,
             ${true} as yes, ${moment} as moment, ${moment} - interval '1 day' as before,
             ${Buffer.from([0, 1, 255])} as bytes, ${new Uint8Array([7])} as view, ${texts}::text[] as texts,
             ${[1, null, 3]}::int[] as ints, ${['1', '2']}::bigint[] as ids, ${[]}::text[] as none,
             ${[moment]}::timestamptz[] as moments, ${[Buffer.from([9])]}::bytea[] as blobs,
             ${sql.json({ a: 'б', list: [1] })} as json, ${sql.json('text')} as quoted, ${sql.json([1])} as list,
             ${{ b: 2 }}::jsonb as plain, ${'2026-01-31'}::date as day`;
    assert.deepEqual(row, {
      text: 'text',
      nothing: null,
      int: 5,
      big: '1234567890123456789',
      yes: true,
      moment,
      before: new Date('2026-02-02T04:05:06.789Z'),
      bytes: Buffer.from([0, 1, 255]),
      view: Buffer.from([7]),
      texts,
      ints: [1, null, 3],
      ids: ['1', '2'],
      none: [],
      moments: [moment],
      blobs: [Buffer.from([9])],
      json: { a: 'б', list: [1] },
      quoted: 'text',
      list: [1],
      plain: { b: 2 },
      day: '2026-01-31',
    });
  });

  it('reads with a cursor in batches, completely, partially and with an error', async () => {
    const seen: number[][] = [];
    for await (const rows of sql`select n from generate_series(1, 5) n`.cursor(2))
      seen.push(rows.map(({ n }) => n));
    assert.deepEqual(seen, [[1, 2], [3, 4], [5]]);
    await sql.begin(async (db) => {
      for await (const rows of db`select n from generate_series(${1}::int, 100) n`.cursor(10)) {
        assert.equal(rows.length, 10);
        break;
      }
      assert.deepEqual(await db`select 1 as n`, [{ n: 1 }], 'usable after an abandoned cursor');
      let count = 0;
      for await (const rows of db`select n from generate_series(1, 4) n`.cursor(2)) count += rows.length;
      assert.equal(count, 4);
    });
    await assert.rejects(
      async () => {
        for await (const rows of sql`select 1 / (3 - n) from generate_series(1, 5) n`.cursor(1))
          assert.ok(rows);
      },
      { code: '22012' },
    );
  });

  it('limits the time of each batch of a cursor, not that of its reader, who may run other statements', async () => {
    const seen = await sql.begin(async (db) => {
      await db.unsafe(`set local statement_timeout = '1s'`);
      const read: number[] = [];
      for await (const rows of db<{ n: number }[]>`select n from generate_series(1, ${4}::int) n`.cursor(2)) {
        await sleep(1_200);
        assert.deepEqual(await db`select 1 as n`, [{ n: 1 }]);
        read.push(...rows.map(({ n }) => n));
      }
      return read;
    });
    assert.deepEqual(seen, [1, 2, 3, 4]);
  });

  it('rejects with the PostgreSQL error and leaves no unhandled rejection', async () => {
    await assert.rejects(async () => sql`select 1 / ${0}::int`, { code: '22012' });
    assert.equal(await sql`select nonsense`.catch(() => 'caught'), 'caught');
    const ended = await sql`select 1 as n`.finally(() => {});
    assert.equal(ended[0]?.n, 1);
    await new Promise((done) => setImmediate(done));
    assert.deepEqual(loose, []);
  });

  it('rolls back a transaction with a failed statement, even if the error was caught inside', async () => {
    const attempt = sql.begin(async (db) => {
      await db`insert into pear values (2, ${'b'})`;
      await db`insert into pear values (2, ${'b'})`.catch(() => {});
    });
    await assert.rejects(attempt, { code: '23505' });
    assert.equal((await sql`select 1 from pear where id = 2`).length, 0);
    await new Promise((done) => setImmediate(done));
    assert.deepEqual(loose, []);
  });

  it('isolates transactions and rolls back to savepoints', async () => {
    await sql.begin(async (db) => {
      await db`insert into pear values (3, 'c')`;
      const inner = db.savepoint(async (point) => {
        await point`insert into pear values (4, 'd')`;
        throw new Error('back to the savepoint');
      });
      await assert.rejects(inner, /savepoint/);
      const clash = db.savepoint((point) => point`insert into pear values (3, 'again')`);
      await assert.rejects(clash, { code: '23505' });
      assert.equal((await sql`select 1 from pear where id = 3`).length, 0, 'not visible outside');
    });
    assert.deepEqual(
      (await sql`select id from pear where id in (3, 4)`).map((row) => row.id),
      ['3'],
    );
  });

  it('queues concurrent statements of a transaction, and rejects statements after its end', async () => {
    const kept: Db[] = [];
    const sums = await sql.begin(async (db) => {
      kept.push(db);
      return Promise.all(Array.from({ length: 20 }, (_, n) => db<{ n: number }[]>`select ${n}::int as n`));
    });
    assert.deepEqual(
      sums.map(([row]) => row?.n),
      Array.from({ length: 20 }, (_, n) => n),
    );
    for (const db of kept) await assert.rejects(async () => db`select 1`, /has ended/);
  });

  it('re-prepares a statement after its table was altered', async () => {
    await sql`create table plum (a int)`;
    await sql`insert into plum values (1)`;
    const ask = () => Promise.all(Array.from({ length: 8 }, () => sql`select * from plum`));
    await ask();
    await sql`alter table plum add column b text default 'new'`;
    for (const rows of await ask()) assert.deepEqual(rows, [{ a: 1, b: 'new' }]);
  });
});
