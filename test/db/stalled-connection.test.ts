import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DatabaseUnavailable } from '../../src/base/db/driver/unavailable.ts';
import { createDatabaseProxy, type DatabaseProxy } from '../harness/database-proxy.ts';

describe('stalled database server', () => {
  let line: DatabaseProxy;
  before(async () => {
    line = await createDatabaseProxy({ silentAfter: 300 });
  });
  after(() => line.drop());

  const fails = async (work: Promise<unknown>) =>
    assert.ok((await work.catch((error: unknown) => error)) instanceof DatabaseUnavailable);

  it('fails a waiting statement with DatabaseUnavailable, and works again when the server responds', async () => {
    await line.pool`create table pear (id int)`;
    line.freeze();
    await fails(line.pool`insert into pear values (1)`);
    line.restore();
    assert.equal((await line.pool`select 1`).length, 1);
  });

  it('fails a transaction with DatabaseUnavailable and rolls it back', async () => {
    const work = line.pool.begin(async (db) => {
      await db`insert into pear values (2)`;
      line.freeze();
      await db`insert into pear values (3)`;
    });
    await fails(work);
    line.restore();
    assert.deepEqual(await line.pool`select id from pear where id <> 1`, []);
  });

  it('a slow statement is not cut off while the server accepts new connections', async () => {
    assert.equal((await line.pool`select pg_sleep(1.5)`).length, 1);
  });
});
