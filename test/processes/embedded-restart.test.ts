import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '../../src/base/db/connect.ts';
import { isAlive } from '../../src/base/db/embedded/process.ts';
import { type EmbeddedDatabase, getDriverOptions, startEmbedded } from '../../src/base/db/embedded.ts';
import { migrate } from '../../src/base/db/migrate.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';

describe('embedded database killed while its service runs', { timeout: 240_000 }, () => {
  let dataDir: string;
  let database: EmbeddedDatabase;
  let service: TestService;
  let village: Village;
  const said: string[] = [];
  const loose: unknown[] = [];
  const note = (error: unknown) => loose.push(error);

  before(async () => {
    process.on('unhandledRejection', note);
    dataDir = await mkdtemp(join(tmpdir(), 'settlements-restart-'));
    database = await startEmbedded({ dataDir, log: (line) => said.push(line) });
    const pool = connect({ to: getDriverOptions(database.connection) });
    await migrate(pool);
    const drop = async () => {
      await pool.end({ timeout: 2 });
      await database.stop();
      await rm(dataDir, { recursive: true, force: true });
    };
    service = await startService({}, { jobs: true, database: { pool, drop } });
    village = await buildVillage(service);
  });
  after(() => process.off('unhandledRejection', note));

  it('is restarted each time without lost or duplicated acknowledged writes', async () => {
    const token = await service.token(village.accounts.resident);
    const acknowledged = new Map<string, string>();
    const strange: string[] = [];
    let isOver = false;
    let refusals = 0;

    const writeOne = async (title: string): Promise<void> => {
      for (;;) {
        const reply = await fetch(`${service.url}/api/v1/settlements/berezka/articles`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'idempotency-key': title,
          },
          body: JSON.stringify({ kind: 'diary', parcel_id: '1', title, body: 'text' }),
        });
        const body = (await reply.json()) as { data?: { id: string } };
        if (reply.status === 201) return void acknowledged.set(title, body.data?.id ?? '');
        refusals += 1;
        if (reply.status !== 503 || !reply.headers.has('retry-after')) {
          strange.push(`${reply.status} ${JSON.stringify(body)}`);
          return;
        }
        await sleep(50);
      }
    };
    const writers = Array.from({ length: 4 }, async () => {
      while (!isOver) await writeOne(randomUUID());
    });

    for (let death = 1; death <= 3; death += 1) {
      const goal = acknowledged.size + 15;
      while (acknowledged.size < goal && strange.length === 0) await sleep(20);
      const { pid } = database;
      process.kill(pid, 'SIGKILL');
      while (database.pid === pid) {
        assert.equal((await fetch(`${service.url}/health/live`)).status, 200);
        await sleep(20);
      }
      assert.ok(!isAlive(pid) && isAlive(database.pid));
      while ((await fetch(`${service.url}/health/ready`)).status !== 200) await sleep(20);
    }
    const goal = acknowledged.size + 15;
    while (acknowledged.size < goal && strange.length === 0) await sleep(20);
    isOver = true;
    await Promise.all(writers);

    assert.deepEqual(strange, []);
    assert.ok(refusals > 0, 'somebody noticed');
    const rows = await service.db<{ id: string; title: string }[]>`select id, title from article`;
    assert.deepEqual(
      rows.map(({ id, title }) => `${title} ${id}`).sort(),
      [...acknowledged].map(([title, id]) => `${title} ${id}`).sort(),
    );
    assert.equal(said.filter((line) => line.includes('started again')).length, 3);
    assert.deepEqual(
      service.log.filter((line) => line.includes('incident') || line.includes('background failure')),
      [],
    );
    assert.deepEqual(loose, []);
  });

  it('is locked by its service again after a restart', async () => {
    const holders = () =>
      service.db`select 1 from pg_locks where locktype = 'advisory' and classid = ${0x5e771e} and objid = 1 and granted`;
    while ((await holders()).length === 0) await sleep(20);
    await assert.rejects(startEmbedded({ dataDir }), /is in use by/);
  });

  it('stays stopped when it is stopped during a restart', async () => {
    const other = await mkdtemp(join(tmpdir(), 'settlements-restart-'));
    const second = await startEmbedded({ dataDir: other });
    const { pid } = second;
    process.kill(pid, 'SIGKILL');
    while (isAlive(pid)) await sleep(5);
    await second.stop();
    assert.ok(!isAlive(second.pid));
    await sleep(600);
    assert.ok(!isAlive(second.pid), 'and stays ended');
    await rm(other, { recursive: true, force: true });
  });
});
