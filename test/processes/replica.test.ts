import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '../../src/base/db/connect.ts';
import { DatabaseUnavailable } from '../../src/base/db/driver/unavailable.ts';
import { createReplicatedDatabase, type ReplicatedDatabase } from '../harness/replicated-database.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';

describe('a replica', { timeout: 180_000 }, () => {
  let database: ReplicatedDatabase;
  let service: TestService;
  let village: Village;
  /** Statements that were sent to the replica. */
  let statements = 0;
  before(async () => {
    database = await createReplicatedDatabase();
    const counting: Pool = new Proxy(database.replica.pool, {
      get: (target, name) => (name === 'forOwner' ? () => counting : Reflect.get(target, name)),
      apply(target, self, given) {
        statements += 1;
        return Reflect.apply(target as never, self, given);
      },
    });
    const replica = new Proxy(database.replica, {
      get: (target, name) => (name === 'pool' ? counting : Reflect.get(target, name)),
    });
    service = await startService({}, { database, replica });
    village = await buildVillage(service);
  });

  const until = async (holds: () => boolean | Promise<boolean>) => {
    for (let turn = 0; turn < 1200; turn += 1) {
      if (await holds()) return;
      await sleep(25);
    }
    assert.fail('it never came');
  };
  const isRead = () => service.app.kernelDependencies.readPool() !== service.pool;
  const linesOf = (text: string) => service.log.filter((line) => line.includes(text)).length;
  const rename = async (name: string) => {
    await service.db`update settlement set name = ${name} where id = ${village.settlement.id}`;
  };
  const settlement = 'berezka';
  const nameFor = async (who: 'nobody' | 'resident') => {
    const client = who === 'nobody' ? service.client() : village.clients.resident;
    return (await client.show_settlement({ settlement })).data.name;
  };

  it('is read for users who are not signed in, and for nobody else', async () => {
    await until(isRead);
    const before = statements;
    await nameFor('resident');
    assert.equal(statements, before);
    await nameFor('nobody');
    assert.ok(statements > before);
    // A write is visible to its author, although the replica cannot have it.
    await database.uncheckedReplica`select pg_wal_replay_pause()`;
    await rename('New name');
    assert.equal(await nameFor('resident'), 'New name');
    await database.uncheckedReplica`select pg_wal_replay_resume()`;
  });

  it('that lags is not read from until it has caught up, which is logged once', async () => {
    await until(isRead);
    const before = linesOf('not reading from the replica');
    await database.uncheckedReplica`select pg_wal_replay_pause()`;
    await rename('Newer name');
    await until(async () => (await nameFor('nobody')) === 'Newer name');
    await until(() => !isRead());
    await assert.rejects(database.replica.pool`select 1`, DatabaseUnavailable);
    assert.equal(linesOf('not reading from the replica'), before + 1);
    assert.match(await (await fetch(`${service.url}/metrics`)).text(), /^settlements_replica_near 0$/m);
    await database.uncheckedReplica`select pg_wal_replay_resume()`;
    await until(isRead);
    assert.equal(await nameFor('nobody'), 'Newer name');
    assert.match(await (await fetch(`${service.url}/metrics`)).text(), /^settlements_replica_near 1$/m);
  });

  it('whose connections are lost fails no request', async () => {
    await until(isRead);
    await database.uncheckedReplica`
      select pg_terminate_backend(pid) from pg_stat_activity
       where pid <> pg_backend_pid() and backend_type = 'client backend'`;
    for (let turn = 0; turn < 10; turn += 1) assert.equal(await nameFor('nobody'), 'Newer name');
    await until(isRead);
  });

  it('that was promoted is not read from, whatever it has written', async () => {
    await until(isRead);
    await database.uncheckedReplica`select pg_promote()`;
    await database.uncheckedReplica`update settlement set name = 'Somebody else''s' where slug = ${settlement}`;
    await rename('Newest name');
    await until(() => !isRead());
    for (let turn = 0; turn < 40; turn += 1) {
      assert.equal(isRead(), false);
      await sleep(25);
    }
    assert.equal(await nameFor('nobody'), 'Newest name');
  });

  it('that is gone leaves all reads to the primary', async () => {
    await database.stopReplica();
    assert.equal(await nameFor('nobody'), 'Newest name');
    assert.equal(isRead(), false);
  });
});
