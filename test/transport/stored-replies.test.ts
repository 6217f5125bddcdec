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
          select coalesce(sum(octet_length(concat(reply, ref))), 0) as bytes from idempotency_reply where account_id = ${accountId}`
      )[0]?.bytes,
    );

  it('hold identifiers instead of long texts, which a repeat gives as they stand now', async () => {
    const { resident, editor } = village.clients;
    const settlement = village.settlement.slug;
    const token = await service.token(village.accounts.resident);
    const editorToken = await service.token(village.accounts.editor);
    const long = 'ж'.repeat(4_900);
    const writes: readonly {
      route: [string, string];
      body: Record<string, unknown>;
      token?: string;
      edit(data: { id: string }): Promise<unknown>;
    }[] = [
      {
        route: ['POST', '/knowledge/articles'],
        body: { title: 'Колодец', body: 'ж'.repeat(290_000) },
        edit: ({ id }) => resident.edit_knowledge_article({ article: id, body: 'Теперь иначе.' }),
      },
      {
        route: ['POST', `/settlements/${settlement}/articles`],
        body: { parcel_id: village.plots.resident, title: 'Баня', body: long },
        edit: ({ id }) => resident.edit_article({ settlement, article: id, body: 'Теперь иначе.' }),
      },
      {
        route: ['POST', '/tasks'],
        body: { settlement, title: 'Лампа', body: long },
        edit: ({ id }) => resident.edit_task({ task: id, body: 'Теперь иначе.' }),
      },
      {
        route: ['POST', `/parcels/${village.plots.resident}/objects`],
        body: { kind: 'tree', title: 'Яблоня', notes: 'ж'.repeat(2_000) },
        edit: ({ id }) =>
          resident.edit_parcel_object({ parcel: village.plots.resident, object: id, notes: 'Теперь иначе.' }),
      },
      {
        route: ['POST', `/settlements/${settlement}/contacts`],
        token: editorToken,
        body: { name: 'Печник', category: 'trade', notes: 'ж'.repeat(1_000) },
        edit: ({ id }) => editor.edit_contact({ settlement, contact: id, notes: 'Теперь иначе.' }),
      },
    ];
    for (const [place, { route, body, token: own = token, edit }] of writes.entries()) {
      const key = `present-${place}`;
      const first = await send(own, route, body, key);
      assert.equal(first.status, 201, first.body.slice(0, 300));
      const written = JSON.parse(first.body) as { id: string; data?: { id: string } };
      assert.deepEqual(await send(own, route, body, key), first, route[1]);
      await edit(written.data ?? written);
      const repeat = await send(own, route, body, key);
      assert.equal(repeat.status, 201, repeat.body.slice(0, 300));
      const { data, ...flat } = JSON.parse(repeat.body) as Record<string, Record<string, unknown>>;
      const { body: text, notes = text } = data ?? flat;
      assert.equal(notes, 'Теперь иначе.', route[1]);
      const [row] = await service.db`
        select reply is null as "isSmall", octet_length(concat(ref, summary)) as bytes from idempotency_reply where key = ${key}`;
      assert.equal(row?.isSmall, true, route[1]);
      assert.ok(Number(row?.bytes) < 1024, `${route[1]}: ${row?.bytes} bytes`);
    }
  });

  it('of an earlier version are given whole, or by their short fields once emptied, and nothing is done twice', async () => {
    const token = await service.token(village.accounts.resident);
    const { id } = await village.clients.resident.write_knowledge_article({
      title: 'Печь',
      body: 'Коротко.',
    });
    const edit = () =>
      send(token, ['PATCH', `/knowledge/articles/${id}`], { body: 'Длинно.' }, 'earlier-version');
    const first = await edit();
    assert.equal(first.status, 200, first.body);
    const revisions = async () =>
      (await service.db`select 1 from knowledge_revision where article_id = ${id}`).length;
    const before = await revisions();
    const whole = JSON.parse(first.body) as Record<string, unknown>;
    await service.db`
      update idempotency_reply set ref = null, reply = ${JSON.stringify({ ...whole, body: 'Как было.' })}::text::json
       where key = 'earlier-version'`;
    const repeat = await edit();
    assert.equal(repeat.status, 200, repeat.body);
    assert.match(repeat.body, /Как было/);
    await service.db`
      update idempotency_reply set bytes = ${maxReplyBytes + 1}, created_at = created_at - interval '1 hour'
       where key = 'earlier-version'`;
    const message = { to: 'board', settlement: village.settlement.slug, body: 'ж'.repeat(4_000) };
    assert.equal((await send(token, ['POST', '/messages'], message, 'makes-room')).status, 201);
    const emptied = await edit();
    assert.equal(emptied.status, 422);
    const { done, errors } = JSON.parse(emptied.body) as { done: Record<string, unknown>; errors: object };
    assert.deepEqual(Object.keys(errors), ['Idempotency-Key']);
    for (const field of ['id', 'slug', 'status', 'title', 'revision_id'])
      assert.equal(done[field], whole[field], field);
    assert.equal(await revisions(), before, 'nothing ran again');
    const other = await send(
      token,
      ['PATCH', `/knowledge/articles/${id}`],
      { body: 'Другое.' },
      'earlier-version',
    );
    assert.match(other.body, /used for another request/);
  });

  it('stay small when several requests with long texts end at once', async () => {
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
    assert.ok(bytes <= 16 * 1024, `${bytes}`);
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
