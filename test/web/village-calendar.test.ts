import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import type { InputOf } from '../../src/entry/client/client.ts';
import { revokeAllTokens } from '../../src/store/accounts/tokens.ts';
import { insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import { readOccurrences } from '../harness/calendar-reader.ts';
import { dayFromNow } from '../harness/days.ts';
import { assertRefused } from '../harness/refusals.ts';
import { startService } from '../harness/service.ts';
import type { Persona, Village } from '../harness/village.ts';
import { openBrowser } from '../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

const settlement = 'berezka';
const visibilities = ['public', 'settlement', 'residents', 'private'] as const;
const page = fillPath(paths.villageCalendar, { settlement });

describe('days of a village', () => {
  let actors: OAuthTestClient;
  let village: Village;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    village = actors.village;
    for (const visibility of visibilities) await announce({ title: `День ${visibility}`, visibility });
  });
  const timeOf = (day: string, hour: string) => `${day}T${hour}:00:00+03:00`;

  async function announce(input: Partial<InputOf<'write_article'>>): Promise<string> {
    const { data } = await village.clients.editor.write_article({
      settlement,
      kind: 'announcement',
      title: 'Собрание',
      body: 'Приходите',
      starts_at: timeOf(dayFromNow(5), '12'),
      ...input,
    });
    await village.clients.editor.publish_article({ settlement, article: data.id });
    return data.id;
  }
  const monthOf = (day: string) => `?as=list&month=${day.slice(0, 7)}`;
  const seen = (html: string) => visibilities.filter((name) => html.includes(`День ${name}`));

  async function makeLink(persona: Persona): Promise<string> {
    const browser = await signIn(actors.service, persona);
    await browser.submit(await browser.get(page), fillPath(paths.villageCalendarLink, { settlement }));
    const { html } = await browser.get(page);
    assert.ok(!(await browser.get(page)).html.includes('stl_cal_'), 'shown once');
    return /<code id="calendar-address">([^<]+)<\/code>/.exec(html)?.[1] ?? '';
  }
  const read = async (address: string, headers: Record<string, string> = {}) => {
    const response = await fetch(address, { headers });
    return { response, text: await response.text() };
  };
  const titlesOf = (text: string) => readOccurrences(text).map(({ title }) => title);

  it('are shown on the page and in the feed to whom the announcement is shown', async () => {
    await village.clients.newcomer.request_residency({ settlement, parcel: '3', role: 'owner' });
    const { db } = actors.service;
    await insertSettlementRole(db, village.settlement.id, village.accounts.moderator, 'auditor', new Date());
    const rows: [Persona | null, readonly string[]][] = [
      [null, ['public']],
      ['outsider', ['public']],
      ['newcomer', ['public', 'settlement']],
      ['resident', ['public', 'settlement', 'residents']],
      ['moderator', ['public', 'settlement', 'residents']],
      ['editor', visibilities],
    ];
    for (const [persona, expected] of rows) {
      const browser = persona ? await signIn(actors.service, persona) : openBrowser(actors.service);
      const { html } = await browser.get(page + monthOf(dayFromNow(0)));
      assert.deepEqual(
        seen(html),
        visibilities.filter((name) => expected.includes(name)),
        `${persona}`,
      );
      for (const visibility of visibilities) {
        const { articles } = await (persona ? village.clients[persona] : village.anonymous).list_articles({
          settlement,
          kind: 'announcement',
        });
        const isListed = articles.some(({ title }) => title === `День ${visibility}`);
        assert.equal(isListed, expected.includes(visibility));
      }
      if (persona === null || persona === 'outsider') {
        assert.ok(!html.includes(fillPath(paths.villageCalendarLink, { settlement })), `${persona}`);
        continue;
      }
      const feed = await read(await makeLink(persona));
      assert.deepEqual(
        seen(feed.text),
        visibilities.filter((name) => expected.includes(name)),
        persona,
      );
    }
  });

  it('are on the sheet for the notice board but for those of the board alone', async () => {
    const sheet = `${fillPath(paths.printCalendar, { settlement })}?month=${dayFromNow(5).slice(0, 7)}`;
    const board = await signIn(actors.service, 'editor');
    assert.deepEqual(seen((await board.get(sheet)).html), ['public', 'settlement', 'residents']);
    assert.deepEqual(seen((await openBrowser(actors.service).get(sheet)).html), ['public']);
  });

  it('of this week stand on Today for residents, with their place, and days after it do not', async () => {
    const place = 'У ворот';
    await announce({ title: 'Скоро', visibility: 'residents', place });
    await announce({
      title: 'Потом',
      visibility: 'residents',
      place,
      starts_at: timeOf(dayFromNow(20), '12'),
    });
    const browser = await signIn(actors.service, 'resident');
    const words = visibleText((await browser.get(paths.today)).html);
    assert.match(words, /In the village this week .*Скоро[^·]*· У ворот/);
    assert.equal(words.split(place).length, 2, 'only the one of this week');
  });

  it('are in the file of one announcement for who may read it, and for nobody else', async () => {
    const { articles } = await village.clients.resident.list_articles({ settlement, q: 'День residents' });
    const file = fillPath(paths.dayFile, { settlement, article: articles[0]?.slug ?? '' });
    const resident = await signIn(actors.service, 'resident');
    assert.deepEqual(titlesOf((await resident.get(file)).html), ['День residents']);
    for (const browser of [openBrowser(actors.service), await signIn(actors.service, 'outsider')])
      assert.equal((await browser.get(file)).status, 404);
  });

  it('end in the feed with the membership, the reset of a password and at will; another address replaces it', async () => {
    const first = await makeLink('neighbour');
    const second = await makeLink('neighbour');
    assert.equal((await read(first)).response.status, 404, 'replaced');
    const { response, text } = await read(second);
    assert.equal(response.status, 200);
    assert.match(response.headers.get('cache-control') ?? '', /^private/);
    const again = await read(second, { 'if-none-match': response.headers.get('etag') ?? '' });
    assert.equal(again.response.status, 304);
    assert.deepEqual(seen(text), ['public', 'settlement', 'residents']);
    const { db } = actors.service;
    const token = /stl_cal_[\w-]+/.exec(second)?.[0] ?? '';
    assert.ok(!JSON.stringify(await db`select * from settlement_calendar_link`).includes(token));
    const me = village.accounts.neighbour;
    await db`update membership set state = 'ended' where account_id = ${me}`;
    assert.equal((await read(second)).response.status, 404, 'a former member, public days or not');
    await db`update membership set state = 'confirmed' where account_id = ${me}`;
    await revokeAllTokens(db, me, new Date());
    assert.equal((await read(second)).response.status, 404, 'what a reset password and a deletion do');
    const third = await makeLink('neighbour');
    const browser = await signIn(actors.service, 'neighbour', 'ru');
    await browser.submit(await browser.get(page), fillPath(paths.revokeVillageCalendarLink, { settlement }));
    assert.match(visibleText((await browser.get(page)).html), /Адрес больше не работает/);
    assert.equal((await read(third)).response.status, 404);
  });

  it('are of the board’s announcements alone, and nobody else changes them', async () => {
    const { editor, resident, outsider, newcomer, moderator } = village.clients;
    const starts_at = timeOf(dayFromNow(3), '10');
    const entry = { settlement, title: 'Дневник', body: 'Текст', starts_at };
    await assertRefused(resident.write_article({ ...entry, parcel_id: '1' }), 422, 'starts_at');
    await assertRefused(editor.write_article({ ...entry, kind: 'post' }), 422, 'starts_at');
    await assertRefused(
      editor.write_article({ ...entry, kind: 'announcement', starts_at: '2026-12-05' }),
      422,
    );
    const article = await announce({ visibility: 'public', title: 'Чужой день' });
    for (const client of [resident, outsider, newcomer, moderator])
      await assertRefused(client.edit_article({ settlement, article, cancelled: true }), 403);
    await assertRefused(village.anonymous.edit_article({ settlement, article, cancelled: true }), 401);
  });

  it('are changed by who saw them: a second writer is refused, and the reply names what was replaced', async () => {
    const { editor } = village.clients;
    const article = await announce({ title: 'Двое правят', place: 'Клуб' });
    const { data } = await editor.show_article({ settlement, article });
    await editor.edit_article({ settlement, article, place: 'Школа', base_version: data.version ?? '' });
    await assertRefused(
      editor.edit_article({ settlement, article, cancelled: true, base_version: data.version ?? '' }),
      422,
      'base_version',
    );
    const { replaced } = await editor.edit_article({ settlement, article, place: 'Сторожка' });
    assert.deepEqual(replaced?.fields, { place: 'Школа' });
    const { data: now } = await editor.show_article({ settlement, article });
    assert.equal(now.place, 'Сторожка');
    const { data: without } = await editor.edit_article({ settlement, article, starts_at: null });
    assert.ok(without.version !== now.version);
    assert.equal((await editor.show_article({ settlement, article })).data.starts_at, undefined);
  });

  it('carry cancelled and moved ones into calendars, and tell again by choice of the board', async () => {
    const first = dayFromNow(7);
    const article = await announce({
      title: 'Мусор',
      visibility: 'public',
      starts_at: timeOf(first, '07'),
      ends_at: timeOf(first, '08'),
      repeats: 'weekly',
      repeats_until: dayFromNow(7 + 364),
    });
    const feed = await makeLink('resident');
    const days = async () =>
      readOccurrences((await read(feed)).text).filter(({ title }) => title === 'Мусор');
    assert.equal((await days()).length, 53);
    const { editor } = village.clients;
    await editor.edit_article({ settlement, article, occurrence: { on: dayFromNow(14), cancelled: true } });
    const moved = timeOf(dayFromNow(22), '09');
    await editor.edit_article({ settlement, article, occurrence: { on: dayFromNow(21), starts_at: moved } });
    const now = await days();
    assert.equal(now.length, 52);
    assert.equal(now[1]?.startsAt, new Date(moved).toISOString());
    assert.equal(now[0]?.sequence, 2);
    const told = async () =>
      (await actors.service.db`select 1 from announcement_delivery where article_id = ${article}`).length;
    const before = await told();
    await actors.service.db`update announcement_event set happened_at = happened_at - interval '2 hours'`;
    const board = await signIn(actors.service, 'editor', 'ru');
    const { data } = await editor.show_article({ settlement, article });
    const form = await board.get(fillPath(paths.changeDay, { settlement, article: data.slug }));
    const off = fillPath(paths.callOffDay, { settlement, article: data.slug });
    const sent = await board.submit(form, off, { tell_again: 'true' });
    assert.equal(sent.status, 303);
    assert.equal(await told(), before + 1);
    assert.ok((await days()).every(({ status }) => status === 'CANCELLED'));
    const shown = visibleText(
      (await board.get(fillPath(paths.article, { settlement, article: data.slug }))).html,
    );
    assert.match(shown, /Отменено/);
  });
});
