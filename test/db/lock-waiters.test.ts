import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createDatabase } from '../harness/cluster.ts';
import { addFileCleanup } from '../harness/file-cleanup.ts';
import { waitForLockWaiters } from './lock-waiters.ts';

it('lock waiters include connections opened after the transaction looked, which pg_stat_activity leaves out', async () => {
  const database = await createDatabase();
  addFileCleanup(() => database.drop());
  const { pool } = database;
  let waiting: Promise<unknown> | undefined;
  await pool.begin(async (db) => {
    const connections = () => db`select pid from pg_stat_activity where datname = current_database()`;
    await db`lock table notification in access exclusive mode`;
    const before = await connections();
    waiting = Promise.all([1, 2, 3, 4].map(() => pool`select 1 from notification`));
    await waitForLockWaiters(db, 4);
    assert.deepEqual(await connections(), before);
  });
  await waiting;
});
