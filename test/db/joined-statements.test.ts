import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Db } from '../../src/base/db/connect.ts';
import { DatabaseUnavailable } from '../../src/base/db/driver/unavailable.ts';
import { createDatabaseProxy, type DatabaseProxy } from '../harness/database-proxy.ts';

describe('statements asked for at the same time', () => {
  let line: DatabaseProxy;
  let db: Db;
  before(async () => {
    line = await createDatabaseProxy();
    db = line.pool.forOwner('reader');
    await line.direct`create table pear (id int primary key, name text)`;
    await line.direct`insert into pear values (1, 'one'), (2, 'two'), (3, 'three')`;
  });
  after(() => line.drop());

  const backend = () => db<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const one = (id: number) => db<{ name: string }[]>`select name from pear where id = ${id}`;

  it('share a connection, and each gets its own rows, also when prepared in the same batch', async () => {
    const [pids, names, empty] = await Promise.all([
      Promise.all([backend(), backend(), backend()]),
      Promise.all([one(1), one(3), one(9), one(2)]),
      (async () => (await db`select name from pear where false`).length)(),
    ]);
    assert.equal(new Set(pids.map(([row]) => row?.pid)).size, 1);
    assert.deepEqual(
      names.map((rows) => rows.map(({ name }) => name)),
      [['one'], ['three'], [], ['two']],
    );
    assert.equal(empty, 0);
  });

  it('fail alone: those before and after a failed one are answered', async () => {
    const settled = await Promise.allSettled([
      one(1),
      db`select 1 / ${0}::int as wrong`,
      one(2),
      db`select ${'no number'}::int as wrong`,
      db`select no_such_column from pear`,
      one(3),
    ]);
    assert.deepEqual(
      settled.map((each) =>
        each.status === 'fulfilled' ? each.value[0]?.name : (each.reason as Error).message,
      ),
      [
        'one',
        'division by zero',
        'two',
        'invalid input syntax for type integer: "no number"',
        'column "no_such_column" does not exist',
        'three',
      ],
    );
    assert.equal((await one(1))[0]?.name, 'one');
  });

  it('are prepared again after the table was altered', async () => {
    const all = () => Promise.all([db`select * from pear where id = ${1}`, one(2)]);
    await all();
    await line.direct`alter table pear add column colour text default 'green'`;
    const [[row], [second]] = await all();
    assert.deepEqual(row, { id: 1, name: 'one', colour: 'green' });
    assert.equal(second?.name, 'two');
  });

  it('all fail when the connection is lost, and work again afterwards', async () => {
    line.cutAfter('lost in the middle');
    const settled = await Promise.allSettled([one(1), db`select 'lost in the middle' as text`, one(2)]);
    for (const each of settled)
      assert.ok(
        each.status === 'fulfilled' || each.reason instanceof DatabaseUnavailable,
        String(each.status),
      );
    assert.ok(settled.some(({ status }) => status === 'rejected'));
    assert.deepEqual(await Promise.all([one(1), one(2)]), [[{ name: 'one' }], [{ name: 'two' }]]);
  });

  it('are run once per parameters when memoized, and again after a failure', async () => {
    const memoized = line.pool.forOwner('reader', { isMemoized: true });
    const read = (id: number) => memoized<{ name: string }[]>`select name from pear where id = ${id}`;
    const [first] = await read(1);
    await line.direct`update pear set name = 'changed' where id = 1`;
    assert.equal((await read(1))[0], first);
    assert.equal((await read(2))[0]?.name, 'two');
    assert.equal((await one(1))[0]?.name, 'changed');
    const wrong = () => memoized`select count(*)::int as count from not_yet`;
    await assert.rejects(wrong(), /not_yet/);
    await line.direct`create table not_yet ()`;
    assert.deepEqual(await wrong(), [{ count: 0 }]);
  });
});
