import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { migrate } from '../../src/base/db/migrate.ts';
import { createDatabase } from '../harness/cluster.ts';

describe('a database that a newer version has migrated', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  before(async () => {
    database = await createDatabase();
    await database.pool`insert into migration (name, checksum) values ('999_of_the_next_version.sql', 'unknown')`;
  });
  after(() => database.drop());

  it('stops the start, and says how to go back', async () => {
    await assert.rejects(migrate(database.pool), /999_of_the_next_version\.sql.*DATABASE_NEWER=on/);
  });

  it('is worked with where that is accepted', async () => {
    assert.equal(await migrate(database.pool, { acceptNewer: true }), 0);
  });

  it('stops the start also there when a migration that is known was changed', async () => {
    await database.pool`update migration set checksum = 'changed' where name = '010_accounts.sql'`;
    await assert.rejects(migrate(database.pool, { acceptNewer: true }), /010_accounts\.sql was changed/);
  });
});
