import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { startService } from '../harness/service.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('review pages of the board', () => {
  let actors: OAuthTestClient;
  let settlement: string;
  let at: string;
  let contact: string;
  let words: string;
  let medal: string;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    settlement = actors.village.settlement.slug;
    at = `/settlements/${settlement}/board/verdicts`;
    const { editor, resident, neighbour } = actors.village.clients;
    contact = (await editor.write_contact({ settlement, name: 'Электрик', category: 'trade' })).data.id;
    const subject = { settlement, subject_type: 'contact', subject_id: contact } as const;
    words = (await resident.post_review({ ...subject, medal: 'dung', body: 'Не <пришёл>' })).data.id;
    medal = (await neighbour.post_review({ ...subject, medal: 'gold' })).data.id;
  });

  it('list reported reviews first, once, with links to the reports, for moderators, who decide them', async () => {
    const browser = await signIn(actors.service, 'editor', 'ru');
    const quiet = visibleText((await browser.get(at)).html);
    assert.match(quiet, /Сначала новые.*Neighbour I\..*Электрик.*Ответить.*Resident I\..*Не <пришёл>/);
    assert.doesNotMatch(quiet, /На них пожаловались/);
    const { data: report } = await actors.village.clients.neighbour.write_task({
      kind: 'report',
      title: 'Неправда',
      review_id: words,
    });
    const link = `/settlements/${settlement}/board/reports/${report.id}`;
    for (const each of [at, `${at}/${words}`]) {
      const unchanged = await browser.get(each);
      assert.match(visibleText(unchanged.html), /Не <пришёл>/);
      assert.doesNotMatch(visibleText(unchanged.html), /пожаловались|жалоба|Решить жалобу/);
      assert.ok(!unchanged.html.includes(report.id), 'the board reads no report of a review');
    }
    assert.equal((await browser.get(link)).status, 404);
    const moderator = await signIn(actors.service, 'moderator', 'ru');
    const page = await moderator.get(at);
    assert.match(visibleText(page.html), /На них пожаловались.*Не <пришёл>.*1 жалоба.*Решить жалобу/);
    assert.equal(visibleText(page.html).split('Не <пришёл>').length, 2, 'once');
    assert.ok(page.html.includes(`href="${link}"`));
    assert.match(visibleText((await moderator.get(link)).html), /Не <пришёл>/);
    assert.ok((await moderator.get(`${at}/${words}`)).html.includes(`href="${link}"`));
  });

  it('answer a review of a contact within an hour, and refuse a blank answer', async () => {
    const browser = await signIn(actors.service, 'editor', 'ru');
    const own = `${at}/${words}`;
    const page = await browser.get(own);
    const blank = await browser.submit(page, own, { body: ' ' });
    assert.equal(blank.status, 422);
    assert.match(blank.html, /id="answer-body-error"/);
    const done = await browser.submit(page, own, { body: 'Поговорили с ним' });
    assert.equal(done.location, at);
    const shown = await browser.get(at);
    assert.match(
      visibleText(shown.html),
      /Ответили\. Автору сообщили\..*Ответ правления .* Поговорили с ним/,
    );
    await actors.service.db`update review_answer set created_at = created_at - interval '2 hours'`;
    const late = await browser.submit(page, own, { body: 'Иначе' });
    assert.equal(late.status, 422);
    assert.match(visibleText(late.html), /больше часа назад/);
    const { reviews } = await actors.village.clients.resident.list_reviews({
      settlement,
      subject_type: 'contact',
      subject_id: contact,
      mine: true,
    });
    assert.equal(reviews[0]?.answer?.body, 'Поговорили с ним');
  });

  it('hide a review with a reason and restore it', async () => {
    const browser = await signIn(actors.service, 'editor');
    const own = `${at}/${medal}`;
    const action = `${own}/moderate`;
    const bare = await browser.submit(await browser.get(own), action, { decision: 'hide', reason: '' });
    assert.equal(bare.status, 422);
    assert.match(bare.html, /id="moderate-reason-error"/);
    const hidden = await browser.submit(bare, action, { decision: 'hide', reason: 'A mistake' });
    assert.equal(hidden.location, own);
    const page = await browser.get(own);
    assert.match(visibleText(page.html), /Hidden: A mistake/);
    await browser.submit(page, action, {});
    assert.doesNotMatch(visibleText((await browser.get(own)).html), /Hidden:/);
  });

  it('refuse residents and former board members', async () => {
    const { service, village } = actors;
    const resident = await signIn(service, 'resident');
    const editor = await signIn(service, 'editor');
    const own = `${at}/${medal}`;
    for (const page of [at, own]) assert.equal((await resident.get(page)).status, 403, page);
    assert.equal((await editor.get(`${at}/1`)).status, 404);
    const drawn = await editor.get(own);
    await service.db`delete from settlement_role where account_id = ${village.accounts.editor}`;
    assert.equal((await editor.get(at)).status, 403);
    assert.equal((await editor.submit(drawn, own, { body: 'Ещё' })).status, 404);
    assert.equal(
      (await editor.submit(drawn, `${own}/moderate`, { decision: 'hide', reason: 'Нет' })).status,
      404,
      'it sees no verdict that is for residents',
    );
  });
});
