import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { startService } from '../harness/service.ts';
import type { Persona } from '../harness/village.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('settlement settings and board members', () => {
  let actors: OAuthTestClient;
  let board: string;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    board = `/settlements/${actors.village.settlement.slug}/board`;
  });
  const card = async () =>
    (await actors.village.anonymous.show_settlement({ settlement: actors.village.settlement.slug })).data;
  const filled = {
    name: 'СНТ Берёзка',
    kind: 'snt',
    status: 'populated',
    address: 'у деревни Ольгово',
    time_zone: 'Europe/Moscow',
    dwelling_setback_m: '3',
    other_setback_m: '1',
  };

  it('edits the settings, and shows errors at their fields keeping the input', async () => {
    const browser = await signIn(actors.service, 'editor', 'ru');
    const at = `${board}/settings`;
    const page = await browser.get(at);
    assert.match(visibleText(page.html), /Москва, UTC\+3/);
    const same = await browser.submit(page, at, filled);
    assert.equal(same.status, 422);
    assert.match(visibleText(same.html), /Пока ничего не изменено/);
    const wrong = await browser.submit(page, at, { ...filled, name: ' ', dwelling_setback_m: 'пять' });
    assert.equal(wrong.status, 422);
    for (const field of ['name', 'dwelling_setback_m'])
      assert.match(wrong.html, new RegExp(`id="save-${field}-error"`));
    assert.match(wrong.html, /value="пять"/);
    const done = await browser.submit(wrong, at, { ...filled, dwelling_setback_m: '2,5', kind: 'tsn' });
    assert.equal(done.location, board);
    const { kind, setbacks, name } = await card();
    assert.deepEqual([kind, setbacks, name], ['tsn', { dwelling_m: 2.5, other_m: 1 }, 'СНТ Берёзка']);
    assert.match(visibleText((await browser.get(`${board}/audit`)).html), /Изменили данные посёлка/);
  });

  it('shows both values on a concurrent edit of the same field', async () => {
    const { service, village } = actors;
    const browser = await signIn(service, 'editor');
    const at = `${board}/settings`;
    const now = { ...filled, kind: 'tsn', dwelling_setback_m: '2.5' };
    const [first, second] = [await browser.get(at), await browser.get(at)];
    await browser.submit(first, at, { ...now, status: 'building' });
    const late = await browser.submit(second, at, { ...now, status: 'completed', address: 'Ольгово' });
    assert.equal(late.status, 422);
    assert.match(visibleText(late.html), /Somebody has since written: Being built/);
    assert.equal((await card()).address, 'у деревни Ольгово', 'nothing half done');
    const again = await browser.submit(late, at, { ...now, status: 'completed', address: 'Ольгово' });
    assert.equal(again.location, board);
    assert.deepEqual([(await card()).status, (await card()).address], ['completed', 'Ольгово']);
    // A form rendered before leaving the board is refused afterwards.
    const drawn = await browser.get(at);
    await service.db`delete from settlement_role where account_id = ${village.accounts.editor}`;
    assert.equal((await browser.submit(drawn, at, { ...now, name: 'Другое' })).status, 403);
    assert.equal((await browser.get(at)).status, 403);
    assert.equal((await card()).name, 'СНТ Берёзка');
    await service.db`insert into settlement_role (settlement_id, account_id, role, created_at)
      values (${village.settlement.id}, ${village.accounts.editor}, 'editor', now())`;
  });

  it('appoints and dismisses board members, but never the last one', async () => {
    const { service, village } = actors;
    const browser = await signIn(service, 'editor', 'ru');
    const at = `${board}/members`;
    const own = `${at}/${village.accounts.editor}`;
    assert.match(visibleText((await browser.get(own)).html), /Последний не может выйти/);
    assert.doesNotMatch((await browser.get(own)).html, /id="dismiss"/);
    const asking = `${at}/new`;
    const given = { role: 'editor', title: '', reason: 'Помогает' };
    const wrong = await browser.submit(await browser.get(asking), asking, { ...given, email: 'никому' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.html, /id="invite-email-error"/);
    const asked = await browser.submit(wrong, asking, { ...given, email: 'resident@example.org' });
    assert.equal(asked.location, at);
    assert.match(visibleText((await browser.get(at)).html), /Позвали.*Resident/);
    const agree = async (persona: Persona) => {
      const [found] = await service.db<
        { id: string }[]
      >`select id from board_invitation where answer is null`;
      const page = `/board-invitations/${found?.id}`;
      const person = await signIn(service, persona, 'ru');
      await person.submit(await person.get(page), page, { answer: 'accepted' });
    };
    await agree('resident');
    assert.match(visibleText((await browser.get(at)).html), /Resident I\./);
    // Both open the form to leave; the second would be the last and is refused.
    const drawn = await browser.get(own);
    const other = await signIn(service, 'resident', 'ru');
    const their = `${at}/${village.accounts.resident}`;
    const leaving = await other.get(their);
    const left = await browser.submit(drawn, own, {});
    assert.equal(left.location, `/settlements/${village.settlement.slug}`);
    const refused = await other.submit(leaving, their, {});
    assert.equal(refused.status, 422);
    assert.match(visibleText(refused.html), /Последний не может выйти/);
    assert.equal((await browser.get(at)).status, 403, 'who has left');
    // A moderator may change the board, too.
    const moderator = await signIn(service, 'moderator');
    const back = { ...given, email: 'editor@example.org', reason: 'Back' };
    await moderator.submit(await moderator.get(asking), asking, back);
    await agree('editor');
    const gone = await moderator.submit(await moderator.get(their), their, { reason: 'Moved' });
    assert.equal(gone.location, at);
    assert.equal((await other.get(at)).status, 403);
    assert.equal((await browser.get(at)).status, 200);
  });
});
