import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { migrate } from '../../src/base/db/migrate.ts';
import { createDatabase } from '../harness/cluster.ts';

describe('migrate() on a database of a newer version', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  before(async () => {
    database = await createDatabase();
    await database.pool`insert into migration (name, checksum) values ('999_of_the_next_version.sql', 'unknown')`;
  });
  after(() => database.drop());

  it('rejects, naming the unknown migration and DATABASE_NEWER', async () => {
    await assert.rejects(migrate(database.pool), /999_of_the_next_version\.sql.*DATABASE_NEWER=on/);
  });

  it('applies nothing with acceptNewer', async () => {
    assert.equal(await migrate(database.pool, { acceptNewer: true }), 0);
  });

  it('rejects a changed checksum of a known migration even with acceptNewer', async () => {
    await database.pool`update migration set checksum = 'changed' where name = '010_accounts.sql'`;
    await assert.rejects(migrate(database.pool, { acceptNewer: true }), /010_accounts\.sql was changed/);
  });
});
