import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDemonstration } from '../../src/entry/demo/demonstration.ts';
import { loadDemo } from '../../src/entry/demo/load.ts';
import { demoParts } from '../../src/entry/demo/parts.ts';
import { maySetUp } from '../../src/features/installation/setup.ts';
import { loadDemoParts } from '../harness/demo.ts';
import { startService } from '../harness/service.ts';
import { buildVillage } from '../harness/village.ts';

it('the demonstration is not loaded beside accounts or settlements of one’s own', async () => {
  const service = await startService();
  const { db, pool, app } = service;
  const options = {
    pool,
    kernelDependencies: app.kernelDependencies,
    dataDir: '/tmp/settlements-no-such-folder',
    baseUrl: service.url,
  };
  await db`insert into account (id, email, email_key, display_name, language, created_at)
    values (7, 'b@example.org', 'b@example.org', 'B', 'ru', now())`;
  assert.deepEqual(await loadDemo(options), { kind: 'refused' });
  await db`delete from account`;
  await buildVillage(service);
  await db`update account set email_key = id || '@gone.example'`;
  assert.equal(await createDemonstration(options).load(), 'refused');
  assert.equal((await db`select 1 from account where email_key like '%@demo.example'`).length, 0);
});

describe('removing the demonstration', () => {
  it('empties an installation that has nothing else, and refuses when somebody has an account', async () => {
    const service = await startService();
    const { db, pool, app } = service;
    const demo = createDemonstration({
      pool,
      kernelDependencies: app.kernelDependencies,
      dataDir: '/tmp/settlements-no-such-folder',
      baseUrl: service.url,
    });
    assert.equal(await demo.isAlone(), false, 'there is no demonstration');
    await loadDemoParts(
      service,
      demoParts.filter(({ name }) => !/knowledge|photograph/i.test(name)),
    );
    assert.equal(await demo.isAlone(), true);
    await db`insert into account (id, email, email_key, display_name, language, created_at)
      values (7, 'b@example.org', 'b@example.org', 'B', 'ru', now())`;
    assert.equal(await demo.isAlone(), false);
    assert.equal(await demo.remove(), null);
    const count = async (table: string) => (await db`select 1 from ${db(table)} limit 1`).length;
    assert.equal(await count('settlement'), 1);
    await db`delete from account where id = 7`;
    const link = await demo.remove();
    assert.ok(
      await maySetUp(pool, new URL(link ?? '', service.url).searchParams.get('token') ?? '', new Date()),
    );
    for (const table of ['account', 'settlement', 'parcel', 'article', 'audit_entry', 'job', 'session'])
      assert.equal(await count(table), 0, table);
    assert.ok((await count('migration')) > 0);
    await assert.rejects(Promise.resolve(db`delete from audit_entry`), /stay as they were written/);
  });
});
