import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { dismiss_editor } from '../../src/features/actions/dismiss_editor.ts';
import { edit_settlement } from '../../src/features/actions/edit_settlement.ts';
import { insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import { refusalKindOf, runActionAs } from '../harness/page-actions.ts';
import { startService, type TestService } from '../harness/service.ts';
import { type Persona, personas, type Village } from '../harness/village.ts';
import { openBrowser } from '../oauth/browser.ts';
import { type OAuthTestClient, password, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';

const settlement = 'berezka';

describe('the board of a settlement', () => {
  let service: TestService;
  let actors: OAuthTestClient;
  let village: Village;
  before(async () => {
    service = await startService();
    actors = await prepareOAuthTestClient(service);
    village = actors.village;
  });
  beforeEach(async () => {
    await service.db`delete from settlement_role`;
    await insertSettlementRole(
      service.db,
      village.settlement.id,
      village.accounts.editor,
      'editor',
      new Date(),
    );
  });
  const act = (who: Persona | null, action: typeof dismiss_editor | typeof edit_settlement, input: object) =>
    refusalKindOf(
      runActionAs(
        service,
        who && village.accounts[who],
        action as typeof dismiss_editor,
        { settlement, ...(action !== edit_settlement && { reason: 'Так решили' }), ...input },
        'session',
        who === 'moderator',
      ),
    );
  const decisions = () =>
    service.db<{ action: string; account: string; before: object | null; after: object | null }[]>`
      select action, account_id as account, before, after from audit_entry where settlement_id = ${village.settlement.id} order by id`;

  it('is shown by short names to residents, and to nobody else', async () => {
    for (const persona of personas) {
      const { data } = await village.clients[persona].show_settlement({ settlement });
      const sees = ['resident', 'neighbour', 'editor', 'moderator'].includes(persona);
      assert.deepEqual(
        data.board,
        sees ? [{ id: village.accounts.editor, name: 'Editor I.' }] : undefined,
        persona,
      );
    }
    assert.equal((await village.anonymous.show_settlement({ settlement })).data.board, undefined);
  });

  it('never loses its last member', async () => {
    const { accounts } = village;
    assert.equal(await act('editor', dismiss_editor, { account: accounts.editor }), 'invalid');
    assert.equal(await act('moderator', dismiss_editor, { account: accounts.editor }), 'invalid');
    assert.equal(await act('editor', dismiss_editor, { account: accounts.resident }), '', 'who is not on it');
    for (let round = 0; round < 5; round += 1) {
      await service.db`delete from settlement_role`;
      for (const who of ['editor', 'resident'] as const)
        await insertSettlementRole(service.db, village.settlement.id, accounts[who], 'editor', new Date());
      const outcomes = await Promise.all([
        act('editor', dismiss_editor, { account: accounts[round % 2 ? 'resident' : 'editor'] }),
        act('resident', dismiss_editor, { account: accounts[round % 2 ? 'editor' : 'resident'] }),
      ]);
      assert.equal(outcomes.filter((outcome) => outcome === '').length, 1, outcomes.join());
      const left = await service.db`select 1 from settlement_role`;
      assert.equal(left.length, 1);
    }
  });

  it('prevents deleting the account of its last member', async () => {
    const browser = openBrowser(service);
    await browser.submit(await browser.get('/login'), '/login', { email: 'editor@example.org', password });
    const refused = await browser.submit(await browser.get('/account/data'), '/account/delete', { password });
    assert.equal(refused.status, 422);
    assert.match(refused.html, /last member of the board of СНТ Берёзка/);
    await insertSettlementRole(
      service.db,
      village.settlement.id,
      village.accounts.neighbour,
      'editor',
      new Date(),
    );
    const done = await browser.submit(await browser.get('/account/data'), '/account/delete', { password });
    assert.deepEqual([done.status, done.location], [303, '/account/deleted']);
    assert.equal((await service.db`select 1 from settlement_role`).length, 1);
    village.accounts.editor = village.accounts.neighbour;
    village.clients.editor = village.clients.neighbour;
  });

  it('edits the settlement card, and the change is recorded', async () => {
    const before = (await village.anonymous.show_settlement({ settlement })).data;
    for (const persona of ['resident', 'outsider', 'moderator'] as const)
      assert.equal(await act(persona, edit_settlement, { name: 'Чужое' }), 'forbidden', persona);
    for (const wrong of [
      { name: ' ' },
      { kind: 'castle' },
      { status: 'lost' },
      { time_zone: 'Mars/Olympus' },
      { time_zone: 'UTC+3' },
      { dwelling_setback_m: 101 },
      { other_setback_m: -1 },
      { slug: 'new' },
    ])
      assert.equal(await act('editor', edit_settlement, wrong), 'invalid', JSON.stringify(wrong));
    assert.deepEqual((await village.anonymous.show_settlement({ settlement })).data, before);
    const change = {
      name: 'СНТ Берёзка-2',
      kind: 'tsn',
      time_zone: 'Asia/Yekaterinburg',
      dwelling_setback_m: 2.5,
    };
    const told = (await decisions()).length;
    assert.equal(await act('editor', edit_settlement, change), '');
    assert.equal(await act('editor', edit_settlement, change), '', 'nothing is left to change');
    const { data } = await village.anonymous.show_settlement({ settlement });
    assert.deepEqual(
      [data.slug, data.name, data.kind, data.time_zone, data.setbacks],
      ['berezka', 'СНТ Берёзка-2', 'tsn', 'Asia/Yekaterinburg', { dwelling_m: 2.5, other_m: 1 }],
    );
    const [decision, ...others] = (await decisions()).slice(told);
    assert.deepEqual([decision?.after, others], [change, []]);
    assert.deepEqual(decision?.before, {
      name: 'СНТ Берёзка',
      kind: 'snt',
      time_zone: 'Europe/Moscow',
      dwelling_setback_m: 3,
    });
    const late = { name: 'СНТ Берёзка-3', seen: { name: 'СНТ Берёзка' } };
    assert.equal(await act('editor', edit_settlement, late), 'invalid', 'somebody wrote since');
    const same = { ...change, seen: { name: 'СНТ Берёзка' } };
    assert.equal(await act('editor', edit_settlement, same), '', 'what stands there already is no clash');
    const other = { status: 'building', seen: { status: 'populated', name: 'СНТ Берёзка' } };
    assert.equal(await act('editor', edit_settlement, other), '', 'another field');
    assert.equal((await village.anonymous.show_settlement({ settlement })).data.name, 'СНТ Берёзка-2');
    assert.equal((await village.anonymous.list_settlements({ q: 'березка-2' })).settlements.length, 1);
  });
});
