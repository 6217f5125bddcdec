import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { ApiError, type Client } from '../../../src/entry/client/client.ts';
import { insertSession } from '../../../src/store/accounts/sessions.ts';
import { sweepExpired } from '../../../src/store/system/expiry.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';

let service: TestService;
let village: Village;
async function open(quotas: string): Promise<void> {
  service = await startService({ QUOTAS: quotas });
  village = await buildVillage(service);
}

const quotasOf = async (client: Client) =>
  (await client.show_me({ quotas: true })).data.quotas ?? assert.fail('no quotas');

/** How many succeeded; the others must be refused for this field. */
async function countSucceeded(calls: Promise<unknown>[], field: string): Promise<number> {
  const settled = await Promise.allSettled(calls);
  for (const each of settled)
    if (each.status === 'rejected') {
      assert.ok(each.reason instanceof ApiError, String(each.reason));
      assert.equal(each.reason.status, 422, each.reason.message);
      assert.deepEqual(Object.keys(each.reason.body.errors ?? {}), [field]);
    }
  return settled.filter(({ status }) => status === 'fulfilled').length;
}

const write = (client: Client, body = 'Добрый день.') =>
  client.send_message({ to: 'board', settlement: 'berezka', body });

describe('the changes quota', () => {
  before(() => open('changes=5'));

  it('holds for concurrent changes of any kind, refuses with the numbers, and begins anew the next day', async () => {
    const { resident, neighbour } = village.clients;
    const made = await countSucceeded(
      Array.from({ length: 6 }, (_, count) => [
        write(resident),
        resident.save_interface_settings({ skin: `skin-${count}` }),
      ]).flat(),
      'quotas',
    );
    assert.equal(made, 5);
    assert.deepEqual((await quotasOf(resident)).changes, { used: 5, limit: 5 });
    const { body } = await assertRefused(write(resident), 422, 'quotas');
    assert.equal(body.message, 'You have made 5 changes today; the limit is 5 a day. Carry on tomorrow.');
    const [messages] = await service.db`select count(*)::int as count from message`;
    assert.ok(messages?.count <= 5, 'a refused change is undone');
    await write(neighbour);
    service.clock.offset = 86_400_000;
    await write(resident);
    assert.deepEqual((await quotasOf(resident)).changes, { used: 1, limit: 5 });
    service.clock.offset = 0;
  });

  it('does not count a repeat of an Idempotency-Key', async () => {
    const token = await service.token(village.accounts.outsider);
    const save = () =>
      fetch(`${service.url}/api/v1/settings/interface`, {
        method: 'POST',
        body: '{"skin":"dark"}',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': 'repeated',
        },
      });
    for (let count = 0; count < 8; count += 1) assert.equal((await save()).status, 201);
    assert.equal((await quotasOf(village.clients.outsider)).changes.used, 1);
  });

  it('forgets days after thirty of them', async () => {
    await sweepExpired(service.db, new Date(Date.now() + 40 * 86_400_000));
    assert.deepEqual(await service.db`select 1 from account_day`, []);
  });
});

describe('the written_bytes quota', () => {
  before(() => open('written_bytes=150000'));

  it('counts what is stored, also where a short request copies a long text; short changes pass', async () => {
    const { resident } = village.clients;
    const article = await resident.write_knowledge_article({ title: 'Погреб', body: 'ж'.repeat(20_000) });
    const first = await quotasOf(resident);
    assert.ok(first.written_bytes.used > 40_000, `${first.written_bytes.used}`);
    await resident.edit_knowledge_article({
      article: article.id,
      replace: [{ old: 'ж'.repeat(20_000), new: `${'ж'.repeat(20_000)} Конец.` }],
    });
    const rollBack = () =>
      resident.roll_back_knowledge_article({ article: article.id, revision: article.revision_id });
    await assertRefused(
      (async () => {
        for (let count = 0; count < 10; count += 1) await rollBack();
      })(),
      422,
      'quotas',
    );
    const { body } = await assertRefused(rollBack(), 422, 'quotas');
    assert.match(body.message, /^You have written .* in the last thirty days; the limit is 147.KB/);
    const { used } = (await quotasOf(resident)).written_bytes;
    assert.ok(used <= 150_000, `${used}`);
    await write(resident, 'Пишу коротко.');
    service.clock.offset = 31 * 86_400_000;
    await rollBack();
    service.clock.offset = 0;
  });
});

describe('the open_tasks quota', () => {
  before(() => open('open_tasks=3'));

  it('holds for concurrent tasks, and a closed one makes room', async () => {
    const { resident } = village.clients;
    const task = () =>
      resident.write_task({ settlement: 'berezka', kind: 'reminder', title: 'Починить калитку', body: '' });
    assert.equal(await countSucceeded(Array.from({ length: 8 }, task), 'title'), 3);
    assert.deepEqual((await quotasOf(resident)).open_tasks, { used: 3, limit: 3 });
    const { tasks } = await resident.list_tasks({ settlement: 'berezka' });
    await resident.edit_task({ task: tasks[0]?.id ?? '', status: 'done' });
    await task();
  });
});

describe('sessions of one account', () => {
  before(() => open('changes=5'));

  it('are at most a hundred: signing in once more ends the one not used for longest', async () => {
    const accountId = village.accounts.resident;
    const now = Date.now();
    for (let count = 0; count < 103; count += 1)
      await insertSession(service.db, {
        id: service.newId(),
        hash: Buffer.alloc(32, count),
        accountId,
        host: 'localhost',
        userAgent: `browser ${count}`,
        address: '127.0.0.1',
        now: new Date(now + count * 1000),
        expiresAt: new Date(now + 86_400_000),
      });
    const rows = await service.db<{ name: string }[]>`
      select user_agent as name from session where account_id = ${accountId} order by id`;
    assert.equal(rows.length, 100);
    assert.equal(rows[0]?.name, 'browser 3');
  });
});
