import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';

describe('what waits, as a list', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });
  const list = async (client: Village['clients']['editor']) =>
    (await client.show_me({ waiting: 'list' })).data.waiting_list ?? [];

  it('has what the board is to decide, each with its page, and nothing for others', async () => {
    const { editor, resident, neighbour, newcomer } = village.clients;
    const settlement = village.settlement.slug;
    await village.clients.moderator.edit_company({ company: village.companyId, is_verified: false });
    const { data: claim } = await newcomer.request_residency({ settlement, parcel: village.plots.free });
    const { data: task } = await resident.write_task({ settlement, title: 'Фонарь' });
    const { data: proposal } = await resident.propose_change({
      settlement,
      proposed: { name: 'Врач', category: 'health' },
    });
    const items = await list(editor);
    assert.deepEqual(
      items.map(({ kind, id, url }) => [kind, id, url]).sort(),
      [
        ['claim', claim.id, `/settlements/${settlement}/board/claims/${claim.id}`],
        ['proposal', proposal.id, `/settlements/${settlement}/board/corrections/${proposal.id}`],
        ['request', task.id, `/tasks/${task.id}`],
      ].sort(),
    );
    for (const client of [neighbour, newcomer]) assert.deepEqual(await list(client), []);
    assert.deepEqual(
      (await list(village.clients.moderator)).map(({ kind, id, url }) => [kind, id, url]),
      [['company', village.companyId, `/platform/companies/${village.companyId}`]],
      'only what moderators decide: a company that nobody has checked',
    );
    const { data: counted } = await editor.show_me({ waiting: true });
    assert.equal(counted.waiting_list, undefined);
    assert.deepEqual([counted.waiting?.boards[0]?.claims, counted.waiting?.boards[0]?.corrections], [1, 1]);
  });

  it('is empty for who has left the board', async () => {
    const { accounts, clients } = village;
    await service.db`delete from settlement_role where account_id = ${accounts.editor}`;
    assert.deepEqual(await list(clients.editor), []);
  });

  it('has the texts and villages of moderators, and unread conversations', async () => {
    const { moderator, resident, neighbour } = village.clients;
    const article = await resident.write_knowledge_article({
      title: 'Септик',
      body: 'Чистить.',
      publish: true,
    });
    assert.deepEqual(
      (await list(moderator))
        .filter(({ kind }) => kind !== 'company')
        .map(({ kind, id, url }) => [kind, id, url]),
      [['text', article.revision_id, `/moderation/texts/${article.revision_id}`]],
    );
    const { data: sent } = await neighbour.send_message({
      to: 'person',
      account: village.accounts.resident,
      body: 'Добрый день!',
    });
    assert.deepEqual(
      (await list(resident)).map(({ kind, id, url }) => [kind, id, url]),
      [['conversation', sent.conversation, `/messages/${sent.conversation}`]],
    );
  });

  it('tells where the account is: its time zone and the local time with an offset', async () => {
    const { data: me } = await village.clients.resident.show_me({});
    assert.equal(me.time_zone, 'Europe/Moscow');
    assert.match(String(me.local_time), /\+03:00$/);
    assert.ok(Math.abs(Date.parse(String(me.local_time)) - Date.now()) < 60_000);
    const { data: nobody } = await village.clients.newcomer.show_me({});
    assert.equal(nobody.parcels.length > 0 ? 'Europe/Moscow' : null, nobody.time_zone);
  });
});
