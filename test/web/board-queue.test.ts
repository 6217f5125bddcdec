import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { list_board_queue } from '../../src/features/actions/list_board_queue.ts';
import { insertAccount } from '../../src/store/accounts/accounts.ts';
import { insertMembership } from '../../src/store/land/residents.ts';
import { refusalKindOf, runActionAs } from '../harness/page-actions.ts';
import { startService } from '../harness/service.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('queue of the board', () => {
  let actors: OAuthTestClient;
  let settlement: string;
  let board: string;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    settlement = actors.village.settlement.slug;
    board = `/settlements/${settlement}/board`;
  });
  let people = 0;
  async function claim(parcelId: string, role: 'owner' | 'family' = 'owner'): Promise<string> {
    const { db, newId } = actors.service;
    people += 1;
    const [id, accountId, now] = [newId(), newId(), new Date()];
    await insertAccount(db, {
      id: accountId,
      email: `p${people}@example.org`,
      displayName: `Заявитель ${people}`,
      language: 'ru',
      passwordHash: null,
      emailConfirmedAt: now,
      createdAt: now,
    });
    await insertMembership(db, {
      id,
      accountId,
      parcelId,
      role,
      state: 'claimed',
      isPrimary: false,
      decidedBy: null,
      now,
    });
    return id;
  }
  const stateOf = async (resident: string) =>
    (await actors.village.clients.editor.list_residents({ settlement, resident })).residents[0]?.state;

  it('lists 500 claims page by page without gaps or duplicates, and counts them all', async () => {
    const { service, village } = actors;
    const made: string[] = [];
    for (let index = 0; index < 500; index += 1) made.push(await claim(village.plots.empty));
    const browser = await signIn(service, 'editor');
    const seen: string[] = [];
    let address: string | undefined = `${board}?kind=claim`;
    for (let turn = 0; address !== undefined && turn < 12; turn += 1) {
      const { html } = await browser.get(address);
      seen.push(...[...html.matchAll(/href="[^"]*\/claims\/(\d+)"/g)].map(([, id = '']) => id));
      address = /href="([^"]*cursor=[^"]*)">Show more/.exec(html)?.[1]?.replaceAll('&amp;', '&');
    }
    assert.deepEqual(seen, made, 'oldest first');
    assert.match(visibleText((await browser.get(board)).html), /Claims new: 99\+/);
    assert.match(visibleText((await browser.get('/today')).html), /500 claims/);
    const refusal = (who: keyof typeof village.accounts, input = {}) =>
      refusalKindOf(
        runActionAs(service, village.accounts[who], list_board_queue, { settlement, ...input }, 'session'),
      );
    for (const who of ['resident', 'outsider', 'moderator', 'company'] as const)
      assert.equal(await refusal(who), 'forbidden', who);
    assert.equal(await refusal('editor', { cursor: 'AAAA' }), 'invalid');
    await service.db`delete from membership where state = 'claimed'`;
  });

  it('goes to the next claim by skipping or deciding, and back to the list after the last', async () => {
    const { empty } = actors.village.plots;
    const [first, second, third] = [await claim(empty), await claim(empty), await claim(empty)];
    const browser = await signIn(actors.service, 'editor', 'ru');
    const begin = await browser.get(`${board}/next?kind=claim`);
    assert.equal(begin.location, `${board}/claims/${first}?queue=1`);
    const shown = await browser.get(begin.location ?? '');
    const past = /href="([^"]*\/next\?[^"]*)"/.exec(shown.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    assert.equal((await browser.get(past)).location, `${board}/claims/${second}?queue=1`);
    const at = `${board}/claims/${second}`;
    const page = await browser.get(`${at}?queue=1`);
    const done = await browser.submit(page, at, { decision: 'accept', note: 'Ключ у сторожа' });
    assert.equal(done.location, `${board}/claims/${third}?queue=1`);
    assert.match(visibleText((await browser.get(done.location ?? '')).html), /Подтверждено/);
    const { residents } = await actors.village.clients.editor.list_residents({
      settlement,
      resident: second,
    });
    assert.equal(residents[0]?.state, 'confirmed');
    const [told] = await actors.service.db<{ note: string }[]>`
      select decision_note as note from membership where id = ${second}`;
    assert.equal(told?.note, 'Ключ у сторожа');
    const last = `${board}/claims/${third}`;
    const end = await browser.submit(await browser.get(`${last}?queue=1`), last, {
      decision: 'refuse',
      reason: 'Нет',
    });
    assert.equal(end.location, `${board}?kind=claim`, 'nothing comes after the last');
    await actors.service.db`delete from membership where id in (${first}, ${second}, ${third})`;
  });

  it('confirms several uncontested claims at once, with a result for each', async () => {
    const { free, empty, resident } = actors.village.plots;
    const [plain, gone, family] = [await claim(free), await claim(empty), await claim(resident, 'family')];
    const rival = await claim(resident);
    const browser = await signIn(actors.service, 'editor', 'ru');
    const at = `${board}/claims`;
    const page = await browser.get(at);
    for (const id of [plain, gone, family]) assert.match(page.html, new RegExp(`value="${id}"`));
    assert.doesNotMatch(page.html, new RegExp(`value="${rival}"`), 'an owner is recorded there');
    assert.match(visibleText(page.html), /Смотреть по одной .* собственник уже записан/);
    assert.equal((await browser.submit(page, at, {})).status, 422);
    await actors.village.clients.editor.remove_resident({
      settlement,
      resident: gone,
      reason: 'Передумали',
    });
    const done = await browser.submit(page, at, { claim: [plain, gone, family] });
    assert.equal(done.status, 200);
    assert.equal(visibleText(done.html).split('Подтверждено, человеку сообщили').length, 3);
    assert.deepEqual(await Promise.all([plain, gone, family, rival].map(stateOf)), [
      'confirmed',
      'ended',
      'confirmed',
      'claimed',
    ]);
    // A repeated submission notifies nobody twice.
    await browser.submit(page, at, { claim: [plain] });
    const told = await actors.service.db`
      select 1 from notification n join membership m on m.account_id = n.account_id where m.id = ${plain}`;
    assert.equal(told.length, 1);
    const { service, village } = actors;
    await service.db`delete from settlement_role where account_id = ${village.accounts.editor}`;
    assert.equal((await browser.submit(page, at, { claim: [rival] })).status, 403);
    assert.equal((await browser.get(at)).status, 403);
  });
});
