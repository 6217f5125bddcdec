import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { startService } from '../harness/service.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('register pages of the board', () => {
  let actors: OAuthTestClient;
  let settlement: string;
  let residents: string;
  let people: string;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    settlement = actors.village.settlement.slug;
    residents = `/settlements/${settlement}/board/residents`;
    people = `/settlements/${settlement}/board/people`;
  });
  const confirm = async (parcel: string) => {
    const { newcomer, editor } = actors.village.clients;
    const { data } = await newcomer.request_residency({ settlement, parcel, role: 'family' });
    await editor.confirm_resident({ settlement, resident: data.id });
    return data.id;
  };

  it('have moved, and go on after a plot that is not there', async () => {
    const browser = await signIn(actors.service, 'editor', 'ru');
    assert.equal((await browser.get(residents)).location, people);
    const after = visibleText((await browser.get(`${people}?cursor=${encodeURIComponent('1А')}`)).html);
    assert.match(after, /Neighbour Ivanova 2 /);
    assert.doesNotMatch(after, /Участок 1 /, 'it does not begin anew');
  });

  it('list every plot with its people, search, and print a table', async () => {
    const { service, village } = actors;
    const id = await confirm('1');
    await service.db`update account set display_name = '=Дарья; "Д"' where id = ${village.accounts.newcomer}`;
    const browser = await signIn(service, 'editor', 'ru');
    const { html } = await browser.get(people);
    const [paper = ''] = /<table class="folds compact">[\s\S]*?<\/table>/.exec(html) ?? [];
    assert.equal(
      paper.split('<tr>').length - 1,
      1 + 3 + 2,
      'on paper a line for each person and each empty plot',
    );
    assert.match(paper, /<th scope="row"><a [^>]*>Resident Ivanova<\/a><\/th><td[^>]*>1<\/td>/);
    const words = visibleText(html);
    assert.match(words, /4 участка · 3 человека/);
    assert.match(
      words,
      /Resident Ivanova 1 собственник .*в приложении подтверждён =Дарья; "Д" 1 семья собственника .* подтверждён .*Никто не записан 3 никак Вписать Участок 3 Никто не записан 12А никак Вписать Участок 12А/,
    );
    const found = visibleText((await browser.get(`${people}?q=дарья`)).html);
    assert.match(found, /1 участок · 1 человек .*=Дарья; "Д" 1 /);
    assert.doesNotMatch(found, /Resident Ivanova/);
    const unreached = visibleText((await browser.get(`${people}?way=nothing`)).html);
    assert.match(unreached, /2 участка · 0 человек/);
    await village.clients.editor.remove_resident({ settlement, resident: id, reason: 'Съехала' });
    await service.db`update account set display_name = 'Newcomer Ivanova' where id = ${village.accounts.newcomer}`;
  });

  it('are in the order that was chosen, and begin with a letter', async () => {
    const browser = await signIn(actors.service, 'editor', 'ru');
    const { db } = actors.service;
    const card = (id: string, name: string, role: string) => db`
      insert into recorded_person (id, parcel_id, name, role, created_at, updated_at)
      values (${id}, ${actors.village.plots.free}, ${name}, ${role}, now(), now())`;
    await card('901', 'Ёлкин Пётр', 'tenant');
    await card('902', 'Жуков Иван', 'family');
    const namesBy = async (query: string) => {
      const { status, html } = await browser.get(`${people}?${query}`);
      assert.equal(status, 200, query);
      return [...html.matchAll(/<th scope="row"><a [^>]*>([^<]*)</g)].map(([, name]) => name);
    };
    const [resident, neighbour] = ['Resident Ivanova', 'Neighbour Ivanova'];
    assert.deepEqual(await namesBy('sort=name'), [neighbour, resident, 'Ёлкин Пётр', 'Жуков Иван']);
    assert.deepEqual(await namesBy('sort=role'), [neighbour, resident, 'Жуков Иван', 'Ёлкин Пётр']);
    assert.deepEqual(await namesBy('sort=name&letter=ж'), ['Жуков Иван']);
    assert.equal((await namesBy('sort=state')).length, 4);
    assert.equal((await namesBy('sort=plot')).length, 4);
    await db`delete from recorded_person where id in (901, 902)`;
  });

  it('set a role and end a membership with a reason, and do neither twice', async () => {
    const { editor } = actors.village.clients;
    const id = await confirm('3');
    const at = `${residents}/${id}`;
    const browser = await signIn(actors.service, 'editor');
    const page = await browser.get(at);
    assert.equal((await browser.submit(page, at, { role: 'tenant' })).location, at);
    const role = async () => (await editor.list_residents({ settlement, resident: id })).residents[0];
    assert.equal((await role())?.role, 'tenant');
    const end = `${people}/${id}/end`;
    assert.match(page.html, new RegExp(`href="${end}"`));
    const asked = await browser.get(end);
    assert.match(
      visibleText(asked.html),
      /What happens then .*Diary entries .*Devices .*Tasks .*Unused codes /,
    );
    const bare = await browser.submit(asked, end, { reason_kind: '' });
    assert.equal(bare.status, 422);
    const unsaid = await browser.submit(asked, end, { reason_kind: 'other' });
    assert.equal(unsaid.status, 422);
    const typed = { reason_kind: 'sold', on: '2026-05-03', successor: 'Zoya Fox', reason: 'Участок продан' };
    const done = await browser.submit(unsaid, end, typed);
    assert.equal(done.location, at);
    assert.deepEqual([(await role())?.state, (await role())?.reason], ['ended', 'Участок продан']);
    const shown = await browser.get(at);
    assert.match(
      visibleText(shown.html),
      /No longer recorded here until 03\/05\/2026, the plot was sold\. Участок продан .*The plot went to Zoya Fox Add and invite .*Who lived on this plot .*Bring back/,
    );
    assert.match(shown.html, /board\/people\/new\?plot=3&amp;name=Zoya\+Fox/);
    const [, takeBack = ''] = /action="([^"]+take-back)"/.exec(shown.html) ?? [];
    assert.equal((await browser.submit(shown, takeBack, {})).location, at);
    assert.equal((await role())?.state, 'confirmed');
    const refused = await browser.submit(shown, takeBack, {});
    assert.match(
      visibleText((await browser.get(refused.location ?? at)).html),
      /taken back already|No longer|Resident/,
    );
    await editor.remove_resident({ settlement, resident: id, reason_kind: 'moved' });
  });

  it('make printed sheets with plot codes that are shown once and work', async () => {
    const { newcomer } = actors.village.clients;
    const codes = `/settlements/${settlement}/board/codes`;
    const browser = await signIn(actors.service, 'editor', 'ru');
    const page = await browser.get(codes);
    const wrong = await browser.submit(page, codes, { plot: '99', count: '1' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.html, /id="make-plot-error"/);
    const made = await browser.submit(page, codes, { plot: '3', count: '2' });
    assert.equal(made.status, 200);
    assert.match(made.headers.get('cache-control') ?? '', /no-store/);
    const shown = [...made.html.matchAll(/<b class="code">([^<]+)<\/b>/g)].map(([, code = '']) => code);
    assert.equal(shown.length, 2);
    assert.equal([...made.html.matchAll(/<svg class="qr"/g)].length, 2);
    assert.doesNotMatch((await browser.get(codes)).html, /class="code"/);
    const { data } = await newcomer.request_residency({ settlement, code: shown[0] });
    assert.equal(data.state, 'confirmed');
    // The other code of plot 3 is still out: it is counted and asked about before it dies.
    const asked = await browser.submit(page, codes, { plot: '', count: '1' });
    assert.equal(asked.status, 422);
    assert.match(
      visibleText(asked.html),
      /Ещё не использовано кодов: 1\..*Всё равно сделать новые|Всё равно сделать новые.*Ещё не использовано кодов: 1\./,
    );
    const [left] = await actors.service.db<{ count: number }[]>`
      select count(*)::int as count from plot_code where used_at is null`;
    assert.equal(left?.count, 1, 'nothing was withdrawn by asking');
    const all = await browser.submit(asked, codes, { plot: '', count: '1', replace: 'true' });
    assert.equal([...all.html.matchAll(/<svg class="qr"/g)].length, 4, 'a sheet for every plot');
  });

  it('show the audit log as text', async () => {
    const browser = await signIn(actors.service, 'editor', 'ru');
    const { editor, resident, neighbour } = actors.village.clients;
    const at = { settlement };
    const { data: notice } = await editor.write_article({
      ...at,
      kind: 'announcement',
      title: 'Вода',
      body: 'Завтра',
    } as never);
    await editor.publish_article({ ...at, article: notice.id });
    await editor.edit_article({ ...at, article: notice.id, body: 'Послезавтра' });
    const { data: entry } = await resident.write_article({
      ...at,
      parcel_id: '1',
      title: 'Пожар',
      body: 'Т',
    } as never);
    await resident.publish_article({ ...at, article: entry.id });
    await editor.edit_article({ ...at, article: entry.id, visibility: 'private', reason: 'Имена' });
    const { data: rude } = await resident.send_message({
      ...{ to: 'person', account: actors.village.accounts.neighbour, body: 'Грубость' },
    } as never);
    const { data: report } = await neighbour.write_task({
      ...{ kind: 'report', title: 'Грубит', message_id: rude.id },
    } as never);
    await editor.edit_task({ task: report.id, outcome: 'hidden', comment: 'Брань' });
    const words = visibleText((await browser.get(`/settlements/${settlement}/board/audit`)).html);
    for (const said of [
      /Опубликовали объявление Editor I\. · сегодня [\d:]+ · Вода/,
      /Изменили текст Editor I\. · сегодня [\d:]+ · Вода/,
      /Скрыли запись Editor I\. · сегодня [\d:]+ · Пожар · Имена/,
      /Скрыли сообщение по жалобе Editor I\. · сегодня [\d:]+ · Грубит · Брань/,
    ])
      assert.match(words, said);
    assert.doesNotMatch(words, /Решение Editor/, 'every row says what was decided');
    assert.match(words, /Выпустили коды участков Editor I\. · сегодня/);
    assert.match(
      words,
      /Сняли с учёта Editor I\. · сегодня [\d:]+ · участок 3 · Newcomer Ivanova · участок продан · Участок продан/,
    );
    assert.doesNotMatch(words, /remove_resident|settlement_id/);
    const empty = visibleText((await browser.get(`/settlements/${settlement}/board/audit?cursor=1`)).html);
    assert.match(empty, /Пока ничего не решали/);
  });

  it('refuse everybody but the current board', async () => {
    const pages = [
      people,
      `${people}.csv`,
      `${people}.xlsx`,
      `/settlements/${settlement}/board/codes`,
      `/settlements/${settlement}/board/audit`,
    ];
    for (const persona of ['resident', 'newcomer', 'outsider', 'company', 'moderator'] as const) {
      const browser = await signIn(actors.service, persona);
      for (const page of pages) assert.equal((await browser.get(page)).status, 403, `${persona} ${page}`);
    }
    const editor = await signIn(actors.service, 'editor');
    const drawn = await editor.get(pages[3] as string);
    await actors.service.db`
      delete from settlement_role where account_id = ${actors.village.accounts.editor}`;
    assert.equal((await editor.submit(drawn, pages[3] as string, { plot: '', count: '1' })).status, 403);
    assert.equal((await editor.get(`${people}.csv`)).status, 403);
  });
});
