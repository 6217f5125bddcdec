import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { startService } from '../harness/service.ts';
import type { Village } from '../harness/village.ts';
import { openBrowser } from '../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('pages of messages and conversations', () => {
  let actors: OAuthTestClient;
  let village: Village;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    village = actors.village;
  });
  const at = (conversation: string) => fillPath(paths.conversation, { conversation });
  const as = (persona: Parameters<typeof signIn>[1], language: 'en' | 'ru' = 'en') =>
    signIn(actors.service, persona, language);
  const writeToPlot = async (body: string) => {
    const { data } = await village.clients.resident.send_message({
      to: 'person',
      settlement: village.settlement.slug,
      parcel: '2',
      body,
    });
    return data.conversation;
  };

  it('show an empty state with a link to write and no search', async () => {
    const browser = await as('newcomer', 'ru');
    const { status, html } = await browser.get(paths.messages);
    assert.equal(status, 200);
    assert.match(visibleText(html), /Сообщений пока нет/);
    assert.match(html, new RegExp(`href="${paths.newMessage}"`));
    assert.doesNotMatch(html, new RegExp(`action="${paths.messages}"`), 'there is nothing to search');
  });

  it('send a message by plot number without naming its residents, and mark it as read on opening', async () => {
    const writer = await as('resident');
    const form = await writer.get(paths.newMessage);
    const sent = await writer.submit(form, paths.newMessage, {
      to: 'person',
      parcel: '2',
      company: '',
      body: 'Ведро <b>стоит</b> у калитки',
    });
    assert.equal(sent.status, 303, visibleText(sent.html));
    const conversation = sent.location ?? '';
    assert.match(conversation, /^\/messages\/\d+$/);
    const own = await writer.get(conversation);
    assert.match(own.html, /class="letter mine"/);
    assert.match(own.html, /Ведро &lt;b>стоит&lt;\/b> у калитки/);
    assert.match(visibleText(own.html), /Plot 2/);
    assert.doesNotMatch(visibleText(own.html), /Neighbour Ivanova/, 'who lives there is not told');
    assert.doesNotMatch(visibleText(own.html), / read /);

    const reader = await as('neighbour');
    const list = await reader.get(paths.messages);
    assert.match(list.html, /class="row unread"/);
    assert.match(visibleText(list.html), /Resident I\./);
    const opened = await reader.get(conversation);
    assert.equal(opened.status, 200);
    assert.doesNotMatch(opened.html, /class="counter hot"/, 'the frame counts what is left');
    assert.doesNotMatch((await reader.get(paths.messages)).html, /class="[^"]*\bunread/);
    assert.match(visibleText((await writer.get(conversation)).html), /read/);
  });

  it('send a reply once when the form is submitted twice', async () => {
    const conversation = await writeToPlot('Дома?');
    const reader = await as('neighbour');
    const page = await reader.get(at(conversation));
    for (let time = 0; time < 2; time += 1) {
      const answer = await reader.submit(page, at(conversation), { body: 'Дома, заходите' });
      assert.deepEqual([answer.status, answer.location], [303, at(conversation)]);
    }
    const { html } = await reader.get(at(conversation));
    assert.equal(html.split('Дома, заходите').length - 1, 2, 'once in the talk, once in the list beside it');
  });

  it('keep the input of a refused message, with the error at its field', async () => {
    const browser = await as('resident', 'ru');
    const form = await browser.get(paths.newMessage);
    const post = (fields: Record<string, string>) =>
      browser.submit(form, paths.newMessage, { to: 'person', parcel: '', company: '', body: '', ...fields });
    for (const [fields, expected] of [
      [{ parcel: '3', body: 'Длинный текст' }, /На этом участке написать некому/],
      [{ parcel: '999', body: 'Длинный текст' }, /На этом участке написать некому/],
      [{ body: 'Длинный текст' }, /Напишите номер участка/],
      [{ to: 'company', company: 'Никакая', body: 'Длинный текст' }, /С таким названием никого нет/],
      [{ to: 'company', body: 'Длинный текст' }, /Напишите, кому/],
      [{ parcel: '2' }, /Проверьте, пожалуйста/],
    ] as const) {
      const page = await post(fields);
      assert.equal(page.status, 422, JSON.stringify(fields));
      assert.match(visibleText(page.html), expected);
      for (const value of Object.values(fields)) assert.ok(page.html.includes(value), value);
      assert.doesNotMatch(visibleText(page.html), /send_message|list_|`/);
    }
  });

  it('reach the board and a company', async () => {
    const browser = await as('resident');
    const form = await browser.get(`${paths.newMessage}?to=board`);
    assert.match(form.html, /value="board"[^>]*checked|checked[^>]*value="board"/);
    const toBoard = await browser.submit(form, paths.newMessage, { to: 'board', body: 'Фонарь не горит' });
    assert.equal(toBoard.status, 303);
    const board = await as('editor');
    assert.match(visibleText((await board.get(toBoard.location ?? '')).html), /Фонарь не горит/);
    const { companies } = await village.anonymous.list_companies({});
    const [{ name = '', slug = '' } = {}] = companies;
    assert.match((await browser.get(`${paths.newMessage}?company=${slug}`)).html, new RegExp(name));
    const toCompany = await browser.submit(form, paths.newMessage, {
      to: 'company',
      company: name.toUpperCase(),
      body: 'Когда приедете?',
    });
    assert.equal(toCompany.status, 303, visibleText(toCompany.html));
    const company = await as('company');
    assert.match(visibleText((await company.get(toCompany.location ?? '')).html), /Когда приедете\?/);
  });

  it('return 404 to users who are not in the conversation', async () => {
    const conversation = await writeToPlot('Между нами');
    for (const persona of ['editor', 'moderator', 'newcomer', 'outsider', 'company'] as const) {
      const browser = await as(persona);
      const page = await browser.get(at(conversation));
      assert.equal(page.status, 404, persona);
      assert.doesNotMatch(page.html, /Между нами/);
      const token = await browser.get(paths.newMessage);
      const posted = await browser.post(at(conversation), {
        csrf: /name="csrf" value="([^"]*)"/.exec(token.html)?.[1] ?? '',
        body: 'Я тоже здесь',
      });
      assert.equal(posted.status, 404, persona);
    }
    const stranger = await openBrowser(actors.service).get(at(conversation));
    assert.equal(stranger.location, `/login?${new URLSearchParams({ next: at(conversation) })}`);
  });

  it('search conversations by words, and say when nothing is found', async () => {
    const conversation = await writeToPlot('Смородина поспела');
    const browser = await as('neighbour', 'ru');
    const found = await browser.get(`${paths.messages}?q=${encodeURIComponent('смородина')}`);
    assert.ok(found.html.includes(at(conversation)));
    const none = await browser.get(`${paths.messages}?q=${encodeURIComponent('ананас')}`);
    assert.match(visibleText(none.html), /Таких слов в переписке нет/);
    const inside = await browser.get(`${at(conversation)}?q=${encodeURIComponent('смородина')}`);
    assert.match(visibleText(inside.html), /Только сообщения со словами: смородина/);
    assert.doesNotMatch(inside.html, /Дома, заходите<\/span><small>/);
  });

  it('show a long conversation in pages', async () => {
    const conversation = await writeToPlot('первое из многих');
    for (let number = 1; number <= 60; number += 1)
      await village.clients.resident.send_message({ conversation, body: `письмо ${number}.` });
    const browser = await as('neighbour');
    const last = await browser.get(at(conversation));
    assert.match(last.html, /письмо 60\./);
    const earlier = /href="([^"]*cursor=[^"]*)"/.exec(last.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const before = await browser.get(earlier);
    assert.equal(before.status, 200);
    assert.match(before.html, /письмо 5\./);
    assert.doesNotMatch(before.html, /письмо 60\.<\/span><small>/);
    assert.match(visibleText(before.html), /To the latest/);
  });

  it('block, unblock and report', async () => {
    const conversation = await writeToPlot('Купите у меня трактор');
    const browser = await as('neighbour', 'ru');
    const block = fillPath(paths.blockConversation, { conversation });
    const report = fillPath(paths.reportMessage, { conversation });
    const page = await browser.get(at(conversation));
    const empty = await browser.submit(page, report, { message: '1', words: '' });
    assert.equal(empty.status, 422);
    assert.match(visibleText(empty.html), /Выберите, что не так, или напишите/);
    const { messages } = await village.clients.neighbour.list_messages({ conversation });
    const number = String(messages.at(0)?.number);
    const fields = { message: number, reason: 'spam', words: 'Уже третий раз' };
    const reported = await browser.submit(page, report, fields);
    assert.equal(reported.status, 303, visibleText(reported.html));
    assert.match(visibleText((await browser.get(at(conversation))).html), /Жалоба отправлена/);
    const { tasks } = await village.clients.neighbour.list_tasks({ kind: 'report' });
    assert.equal(tasks[0]?.title, 'Реклама. Уже третий раз');

    assert.equal((await browser.submit(page, block, { block: 'true' })).status, 303);
    const blocked = await browser.get(at(conversation));
    assert.match(visibleText(blocked.html), /Вы заблокировали эту переписку/);
    assert.doesNotMatch(blocked.html, /name="body"/);
    const writer = await as('resident', 'ru');
    const theirs = await writer.get(at(conversation));
    const refused = await writer.submit(theirs, at(conversation), { body: 'Ну пожалуйста' });
    assert.equal(refused.status, 422);
    assert.match(visibleText(refused.html), /Здесь больше не принимают сообщения/);
    assert.match(refused.html, /Ну пожалуйста<\/textarea>/);
    assert.equal((await browser.submit(blocked, block, { block: 'false' })).status, 303);
    assert.match((await browser.get(at(conversation))).html, /name="body"/);
  });

  it('say that there is no such conversation', async () => {
    const browser = await as('resident');
    for (const id of ['1', 'x', '99999999999999999999'])
      assert.equal((await browser.get(at(id))).status, 404);
  });
});
