import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { paths } from '../../src/base/site/paths.ts';
import { renderCalendar, renderEvents } from '../../src/domain/rules/icalendar.ts';
import type { InputOf } from '../../src/entry/client/client.ts';
import { hashToken } from '../../src/features/oauth/secret-token.ts';
import { revokeAllTokens } from '../../src/store/accounts/tokens.ts';
import { dayFromNow } from '../harness/days.ts';
import { startService } from '../harness/service.ts';
import type { Persona, Village } from '../harness/village.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

/** Parses VEVENTs and checks RFC 5545: CRLF, lines of at most 75 bytes, folding, escaping. */
function readCalendar(text: string): Record<string, string>[] {
  assert.ok(text.endsWith('\r\n'));
  for (const line of text.split('\r\n')) {
    assert.ok(Buffer.byteLength(line) <= 75, line);
    assert.doesNotMatch(line, /[\r\n]/);
    assert.ok(line.isWellFormed(), line);
  }
  const lines = text.replaceAll('\r\n ', '').trimEnd().split('\r\n');
  assert.deepEqual([lines[0], lines[1], lines.at(-1)], ['BEGIN:VCALENDAR', 'VERSION:2.0', 'END:VCALENDAR']);
  const open: string[] = [];
  const events: Record<string, string>[] = [];
  for (const line of lines) {
    const [, name = '', value = ''] = /^([A-Z-]+(?:;[A-Z]+=[A-Z]+)*):(.*)$/.exec(line) ?? assert.fail(line);
    if (name === 'BEGIN') open.push(value);
    if (name === 'BEGIN' && value === 'VEVENT') events.push({});
    if (name === 'END') assert.equal(open.pop(), value);
    const event = events.at(-1);
    if (event && open.at(-1) === 'VEVENT') event[name] = readText(value);
    if (event && open.at(-1) === 'VALARM' && name === 'TRIGGER')
      event.alarms = `${event.alarms ?? ''} ${value}`.trim();
  }
  assert.deepEqual(open, []);
  for (const event of events) {
    for (const name of ['UID', 'DTSTAMP', 'DTSTART;VALUE=DATE', 'DTEND;VALUE=DATE', 'SUMMARY'])
      assert.ok(event[name], name);
    assert.match(event.DTSTAMP ?? '', /^\d{8}T\d{6}Z$/);
  }
  return events;
}

const readText = (value: string) =>
  value.replaceAll(/\\([\\;,n])/g, (_, mark: string) => (mark === 'n' ? '\n' : mark));

describe('calendar feed of tasks', () => {
  let actors: OAuthTestClient;
  let village: Village;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService({ LOG_LEVEL: 'debug' }));
    village = actors.village;
  });
  const write = async (by: Persona, input: Partial<InputOf<'write_task'>>) =>
    (await village.clients[by].write_task({ settlement: village.settlement.slug, title: 'Дело', ...input }))
      .data;
  /** Through the page: press the button, then read the URL that is shown once. */
  async function makeLink(persona: Persona): Promise<string> {
    const browser = await signIn(actors.service, persona);
    const made = await browser.submit(await browser.get(paths.tasks), paths.calendarLink);
    assert.equal(made.location, paths.tasks);
    const { html } = await browser.get(paths.tasks);
    const address = /<code id="calendar-address">([^<]+)<\/code>/.exec(html)?.[1] ?? '';
    assert.match(address, /\/calendar\/stl_cal_[\w-]{43}\.ics$/);
    assert.ok(!(await browser.get(paths.tasks)).html.includes(address), 'shown once');
    return address;
  }
  const read = async (address: string, headers: Record<string, string> = {}) => {
    const response = await fetch(address, { headers });
    const text = await response.text();
    return { response, text, titles: response.ok ? readCalendar(text).map(({ SUMMARY }) => SUMMARY) : [] };
  };

  it('contains the user’s open tasks with a due date as all-day events, and nobody else’s', async () => {
    const title =
      'Полить; рассаду, «до ночи»\\ 🌱 и ещё очень длинное название, которое не помещается в строку';
    await write('resident', { kind: 'reminder', title, due_on: dayFromNow(3), remind_before: '1d' });
    await write('resident', { kind: 'reminder', title: 'Без дня' });
    await write('resident', { title: 'Просьба правлению', due_on: dayFromNow(2) });
    const done = await write('resident', { kind: 'reminder', title: 'Сделанное', due_on: dayFromNow(2) });
    await village.clients.resident.edit_task({ task: done.id, status: 'done' });
    await write('neighbour', { kind: 'reminder', title: 'Чужое', due_on: dayFromNow(1) });
    await write('editor', {
      addressee: 'board',
      title: 'Субботник',
      due_on: dayFromNow(6),
      assignee_id: village.accounts.resident,
    });
    await write('neighbour', { title: 'Только просят', to_parcel: '1', due_on: dayFromNow(4) });
    const address = await makeLink('resident');
    const { response, text, titles } = await read(address);
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^text\/calendar; charset=utf-8/);
    assert.deepEqual(titles.sort(), [title, 'Субботник'].sort());
    const event = readCalendar(text).find(({ SUMMARY }) => SUMMARY === title);
    assert.equal(event?.['DTSTART;VALUE=DATE'], dayFromNow(3).replaceAll('-', ''));
    assert.equal(event?.['DTEND;VALUE=DATE'], dayFromNow(4).replaceAll('-', ''));
    assert.equal(event?.alarms, 'PT9H -PT15H', 'in the morning of the day, and of the day before');
    assert.match(event?.URL ?? '', /\/tasks\/\d+$/);
    const again = await read(address, { 'if-none-match': response.headers.get('etag') ?? '' });
    assert.equal(again.response.status, 304);
    assert.equal(response.headers.get('set-cookie'), null);
    assert.match(response.headers.get('cache-control') ?? '', /^private/);
  });

  it('loses tasks of a plot when the membership ends', async () => {
    const task = await write('resident', { title: 'Принятое', to_parcel: '2', due_on: dayFromNow(5) });
    await village.clients.neighbour.edit_task({ task: task.id, accept: true });
    const address = await makeLink('neighbour');
    assert.ok((await read(address)).titles.includes('Принятое'));
    await actors.service.db`
      update membership set state = 'ended' where account_id = ${village.accounts.neighbour}`;
    const { response, titles } = await read(address);
    assert.equal(response.status, 200);
    assert.ok(!titles.includes('Принятое'));
  });

  it('returns 404 after a new link, revocation, expiry and revocation of all keys', async () => {
    const first = await makeLink('editor');
    const second = await makeLink('editor');
    assert.equal((await read(first)).response.status, 404, 'the one before');
    assert.equal((await read(second)).response.status, 200);
    const browser = await signIn(actors.service, 'editor', 'ru');
    const page = await browser.get(paths.tasks);
    assert.match(visibleText(page.html), /Работает до .* последний раз читали/);
    await browser.submit(page, paths.revokeCalendarLink);
    assert.match(visibleText((await browser.get(paths.tasks)).html), /Адрес больше не работает/);
    assert.equal((await read(second)).response.status, 404);

    const third = await makeLink('editor');
    await actors.service.db`update calendar_link set expires_at = now() - interval '1 second'`;
    assert.equal((await read(third)).response.status, 404, 'a year is over');
    const fourth = await makeLink('editor');
    await revokeAllTokens(actors.service.db, village.accounts.editor, new Date());
    assert.equal((await read(fourth)).response.status, 404, 'what a reset password and a deletion do');
  });

  it('stores the token as a hash only, permits nothing else and does not log it', async () => {
    const address = await makeLink('outsider');
    const token = /stl_cal_[\w-]+/.exec(address)?.[0] ?? '';
    await read(address);
    const kept = await actors.service.db`select * from calendar_link`;
    assert.ok(!JSON.stringify(kept).includes(token));
    assert.equal(
      kept.some((row) => hashToken(token).equals(row.token_hash as Buffer)),
      true,
    );
    const bearer = { headers: { authorization: `Bearer ${token}` } };
    assert.equal((await fetch(`${actors.service.url}/api/v1/tasks`, bearer)).status, 401);
    const log = actors.service.log.join('');
    assert.match(log, /"route":"\/calendar\/:token/, 'the request is in the log');
    assert.ok(!log.includes(token), 'its token is not');
    for (const wrong of ['x', 'stl_cal_x', 'stl_pat_x', `${token}x`, '..%2f..%2fetc', 'a'.repeat(400)]) {
      const { response } = await read(`${actors.service.url}/calendar/${wrong}.ics`);
      assert.equal(response.status, 404, wrong);
    }
  });

  it('folds lines between characters and removes control characters', () => {
    const day = {
      uid: 'task-1@here',
      day: '2026-12-31',
      about: 'a\r\nb\u0000c\nBEGIN:VEVENT',
      url: 'http://here/tasks/1',
      changedAt: new Date('2026-11-14T09:30:00Z'),
      remindBefore: '12h',
    };
    const titles = ['🌱'.repeat(60), 'я'.repeat(200), `${'x'.repeat(66)}ё`, '\ud800', ''];
    const text = renderCalendar(
      'Дела',
      renderEvents(titles.map((title) => ({ ...day, title: `${title}.` }))),
    );
    const events = readCalendar(text);
    assert.deepEqual(
      events.map(({ SUMMARY }) => SUMMARY),
      titles.map((title) => `${title.toWellFormed()}.`),
    );
    assert.equal(events[0]?.DESCRIPTION, 'a\nb c\nBEGIN:VEVENT');
    assert.equal(events[0]?.['DTEND;VALUE=DATE'], '20270101');
    assert.equal(events[0]?.alarms, 'PT9H -PT12H');
  });
});
