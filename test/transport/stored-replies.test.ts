import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { maxReplyBytes } from '../../src/store/system/idempotency.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';

describe('stored replies of Idempotency-Keys', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });
  const send = async (token: string, [method, path]: [string, string], body: object, key: string) => {
    const reply = await fetch(`${service.url}/api/v1${path}`, {
      method,
      body: JSON.stringify(body),
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
    });
    return { status: reply.status, body: await reply.text() };
  };
  const storedBytes = async (accountId: string) =>
    Number(
      (
        await service.db`
          select coalesce(sum(octet_length(reply::text)), 0) as bytes from idempotency_reply where account_id = ${accountId}`
      )[0]?.bytes,
    );

  it('take a bounded total of an account; what was emptied is not done twice and answers with short fields', async () => {
    const account = village.accounts.resident;
    const token = await service.token(account);
    const { id } = await village.clients.resident.write_knowledge_article({
      title: 'Печь',
      body: 'Коротко.',
    });
    const edit = (count: number): Promise<{ status: number; body: string }> =>
      send(
        token,
        ['PATCH', `/knowledge/articles/${id}`],
        { body: `${'ж'.repeat(290_000)} ${count}` },
        `edit-${count}`,
      );
    const first: string[] = [];
    for (let count = 0; count < 12; count += 1) {
      const { status, body } = await edit(count);
      assert.equal(status, 200, body.slice(0, 300));
      first.push(body);
    }
    assert.ok((await storedBytes(account)) <= maxReplyBytes);
    const revisions = async () =>
      (await service.db`select 1 from knowledge_revision where article_id = ${id}`).length;
    const before = await revisions();
    assert.equal((await edit(11)).body, first[11], 'the newest are whole');
    const emptied = await edit(0);
    assert.equal(emptied.status, 422);
    const { done, errors } = JSON.parse(emptied.body) as { done: Record<string, unknown>; errors: object };
    assert.deepEqual(Object.keys(errors), ['Idempotency-Key']);
    const whole = JSON.parse(first[0] ?? '') as Record<string, unknown>;
    for (const field of ['id', 'slug', 'status', 'title', 'revision_id'])
      assert.equal(done[field], whole[field], field);
    assert.equal('body' in done, false);
    assert.equal(await revisions(), before, 'nothing ran again');
    const other = await send(token, ['PATCH', `/knowledge/articles/${id}`], { body: 'Другое.' }, 'edit-0');
    assert.match(other.body, /used for another request/);
  });

  it('stay within the bound when several requests end at once', async () => {
    const account = village.accounts.neighbour;
    const token = await service.token(account);
    const articles = await Promise.all(
      [1, 2, 3, 4].map((count) =>
        village.clients.neighbour.write_knowledge_article({ title: `Баня ${count}`, body: 'Коротко.' }),
      ),
    );
    for (let round = 0; round < 4; round += 1)
      await Promise.all(
        articles.map(async ({ id }) => {
          const long = { body: `${'б'.repeat(280_000)} ${round}` };
          const { status } = await send(
            token,
            ['PATCH', `/knowledge/articles/${id}`],
            long,
            `at-once-${id}-${round}`,
          );
          assert.equal(status, 200);
        }),
      );
    const bytes = await storedBytes(account);
    assert.ok(bytes <= maxReplyBytes, `${bytes}`);
  });

  it('are given only while the account has every role that it had, and say that it was done', async () => {
    const { editor, newcomer } = village.accounts;
    const token = await service.token(editor);
    const { data: claim } = await village.clients.newcomer.request_residency({
      settlement: 'berezka',
      parcel: village.plots.free,
    });
    const confirm = () =>
      send(token, ['POST', `/settlements/berezka/residents/${claim.id}/confirm`], {}, 'confirm-1');
    const first = await confirm();
    assert.equal(first.status, 201, first.body);
    assert.match(first.body, /newcomer@example\.org/);
    assert.deepEqual(await confirm(), first);
    const [role] = await service.db`
      delete from settlement_role where account_id = ${editor} returning settlement_id, role`;
    const refused = await confirm();
    assert.equal(refused.status, 403);
    assert.match(refused.body, /was done when the key was first used/);
    assert.doesNotMatch(refused.body, /newcomer@/);
    await service.db`
      update idempotency_reply set rights = null, bytes = null, summary = null where key = 'confirm-1'`;
    assert.deepEqual(await confirm(), first, 'stored by a version that recorded no roles');
    await service.db`
      insert into settlement_role (settlement_id, account_id, role, created_at)
      values (${role?.settlement_id}, ${editor}, ${role?.role}, now())`;
    const [membership] = await service.db`
      select state from membership where account_id = ${newcomer} and id = ${claim.id}`;
    assert.equal(membership?.state, 'confirmed');
  });

  it('are given after a role was added, and no longer after it ended', async () => {
    const { outsider } = village.accounts;
    const token = await service.token(outsider);
    const save = () => send(token, ['POST', '/settings/interface'], { skin: 'dark' }, 'skin-1');
    const first = await save();
    assert.equal(first.status, 201);
    await service.db`update account set platform_role = 'moderator' where id = ${outsider}`;
    assert.deepEqual(await save(), first);
    const second = await send(token, ['POST', '/settings/interface'], { skin: 'light' }, 'skin-2');
    assert.equal(second.status, 201);
    await service.db`update account set platform_role = null where id = ${outsider}`;
    assert.equal(
      (await send(token, ['POST', '/settings/interface'], { skin: 'light' }, 'skin-2')).status,
      403,
    );
  });
});
