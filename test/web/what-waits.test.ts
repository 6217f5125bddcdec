import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { startService } from '../harness/service.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('what waits', () => {
  let actors: OAuthTestClient;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
  });

  it('for moderators is counted and listed alike: show_me, the rail, Today and the platform page', async () => {
    const { service, village } = actors;
    const { moderator, resident, neighbour } = village.clients;
    const start = (await moderator.show_me({ waiting: true })).data.waiting;
    // One company to check, one report to the platform.
    await service.db`
      insert into company (id, inn, slug, name, trades, created_at, updated_at)
      values (${service.newId()}, '5024123450', 'burim', 'Бурим вместе', '{}', now() - interval '370 days', now())`;
    await service.db`
      insert into settlement_role (settlement_id, account_id, role, created_at)
      values (${village.settlement.id}, ${village.accounts.resident}, 'editor', now())`;
    const { data: rude } = await resident.send_message({
      ...{ to: 'person', account: village.accounts.neighbour, body: 'Грубость' },
    } as never);
    await neighbour.write_task({ kind: 'report', title: 'Правление грубит', message_id: rude.id } as never);
    const { waiting } = (await moderator.show_me({ waiting: true })).data;
    assert.equal((waiting?.new_companies ?? 0) - (start?.new_companies ?? 0), 1);
    assert.equal((waiting?.reports ?? 0) - (start?.reports ?? 0), 1);
    assert.equal((await resident.show_me({ waiting: true })).data.waiting?.new_companies, null);
    const total = (waiting?.new_companies ?? 0) + (waiting?.reports ?? 0) + (waiting?.villages ?? 0);

    const browser = await signIn(service, 'moderator', 'ru');
    const today = await browser.get('/today');
    const words = visibleText(today.html);
    for (const name of ['Бурим вместе', 'Правление грубит']) assert.ok(words.includes(name), name);
    assert.match(words, new RegExp(`Площадка новых: ${total} `), 'the rail');
    const platform = visibleText((await browser.get('/platform')).html);
    for (const name of ['Бурим вместе', 'Правление грубит']) assert.ok(platform.includes(name), name);
    const neighbourly = await neighbour.show_me({ waiting: true });
    assert.equal(neighbourly.data.waiting?.reports, null);
  });

  it('a reported verdict is counted and listed once, apart from other reports', async () => {
    const { service, village } = actors;
    const { moderator, editor, neighbour } = village.clients;
    const { data: contact } = await editor.write_contact({
      ...{ settlement: 'berezka', name: 'Печник', category: 'trade' },
    } as never);
    const { data: verdict } = await neighbour.post_review({
      ...{
        settlement: 'berezka',
        subject_type: 'contact',
        subject_id: contact.id,
        medal: 'dung',
        body: 'Плохо',
      },
    } as never);
    const before = (await moderator.show_me({ waiting: true })).data.waiting;
    // The board reports it, so that the platform decides.
    const { data: report } = await editor.write_task({
      ...{ kind: 'report', title: 'Неправда о печнике', review_id: verdict.id },
    } as never);
    const me = (await moderator.show_me({ waiting: 'list' } as never)).data;
    const now = me.waiting;
    assert.equal((now?.verdicts ?? 0) - (before?.verdicts ?? 0), 1);
    assert.equal(now?.reports, before?.reports, 'not a second time among reports');
    const items = me.waiting_list ?? [];
    const count = (...kinds: string[]) => items.filter(({ kind }) => kinds.includes(kind)).length;
    assert.equal(count('report'), (now?.verdicts ?? 0) + (now?.reports ?? 0));
    assert.equal(count('company'), now?.new_companies);
    assert.equal(count('village'), now?.villages);
    assert.equal(items.filter(({ id }) => id === report.id).length, 1);

    const browser = await signIn(service, 'moderator', 'ru');
    for (const { url, kind } of items)
      if (kind === 'company' || kind === 'report') assert.equal((await browser.get(url)).status, 200, url);
    const rail = visibleText((await browser.get('/today')).html);
    const platform = (now?.new_companies ?? 0) + (now?.reports ?? 0) + (now?.villages ?? 0);
    assert.match(rail, new RegExp(`Отзывы новых: ${now?.verdicts} .*Площадка новых: ${platform} `));
    const named = async (page: string) =>
      visibleText((await browser.get(page)).html).split('Неправда о печнике').length - 1;
    assert.equal(await named('/moderation/verdicts'), 1);
    assert.equal(await named('/platform'), 0);
    const page = await browser.get(`/platform/reports/${report.id}`);
    const bar = page.html.slice(page.html.indexOf('class="action-bar"'));
    assert.match(bar, /href="#reasons"/);
    assert.doesNotMatch(bar, /value="accept"/, 'hiding stands beside its reasons');
    const bare = await browser.submit(page, `/platform/reports/${report.id}`, { decision: 'accept' });
    assert.equal(bare.status, 422);
    assert.match(bare.html, /<details[^>]* open[\s\S]*?id="reasons"/, 'the reasons are open');
    const done = await browser.submit(page, `/platform/reports/${report.id}`, {
      decision: 'accept',
      reason_choice: 'Это неправда.',
    });
    assert.equal(done.location, '/moderation/verdicts');
    assert.equal((await moderator.show_me({ waiting: true })).data.waiting?.verdicts, before?.verdicts);
  });

  it('is refused on a page with its reasons in view: the bar leads to them, the button stands beside them', async () => {
    const { village, service } = actors;
    await village.clients.newcomer.request_residency({ settlement: 'berezka', parcel: '3' });
    const { residents } = await village.clients.editor.list_residents({
      settlement: 'berezka',
      state: 'claimed',
    } as never);
    const claim = residents[0]?.id as string;
    const browser = await signIn(service, 'editor', 'ru');
    const { html } = await browser.get(`/settlements/berezka/board/claims/${claim}`);
    const bar = html.slice(html.indexOf('class="action-bar"'));
    assert.match(bar, /href="#reasons"/);
    assert.doesNotMatch(bar, /value="refuse"/);
    const box = html.slice(html.indexOf('id="reasons"'), html.indexOf('class="action-bar"'));
    assert.match(box, /name="reason"/);
    assert.match(box, /value="refuse"/);
  });

  it('the board’s desk is in the rail and in More; announcements are a list with a new one', async () => {
    const browser = await signIn(actors.service, 'editor', 'ru');
    for (const page of ['/today', '/more'])
      assert.match((await browser.get(page)).html, /href="\/settlements\/berezka\/board\/desk"/, page);
    const desk = visibleText((await browser.get('/settlements/berezka/board/desk')).html);
    for (const name of ['Коды для участков', 'Участки из файла', 'Документы', 'Объявления', 'Кто что решил'])
      assert.ok(desk.includes(name), `${name}: ${desk}`);
    const list = await browser.get('/settlements/berezka/articles?kind=announcement');
    assert.match(list.html, /href="\/settlements\/berezka\/announce"/);
    const resident = await signIn(actors.service, 'neighbour', 'ru');
    assert.equal((await resident.get('/settlements/berezka/board/desk')).status, 403);
    const theirs = await resident.get('/settlements/berezka/articles?kind=announcement');
    assert.doesNotMatch(theirs.html, /href="\/settlements\/berezka\/announce"/);
  });
});
