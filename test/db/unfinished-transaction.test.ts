import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { connect, type Pool } from '../../src/base/db/connect.ts';
import { createDatabase, type TestDatabase } from '../harness/cluster.ts';

let database: TestDatabase;
let pool: Pool;
before(async () => {
  database = await createDatabase();
  pool = connect({ to: database.to, maxConnections: 1 });
});
after(async () => {
  await pool.end();
  await database.drop();
});

it('a connection that comes back inside a transaction is closed, and nothing of the next owner is in it', async () => {
  const reserved = await pool.reserve();
  await reserved.unsafe('begin');
  await reserved`insert into tag (id, slug, name) values (1, 'left', 'left')`;
  reserved.release();
  await pool`insert into tag (id, slug, name) values (2, 'next', 'next')`;
  const rows = await database.pool<{ slug: string }[]>`select slug from tag order by id`;
  assert.deepEqual(
    rows.map(({ slug }) => slug),
    ['next'],
  );
});
