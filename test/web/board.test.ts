import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import { startService } from '../harness/service.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('board queue pages', () => {
  let actors: OAuthTestClient;
  let settlement: string;
  let board: string;
  let contact: { id: string; slug: string };
  let heard: { id: string; conversation: string };
  let report: string;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    const { village, service } = actors;
    settlement = village.settlement.slug;
    board = `/settlements/${settlement}/board`;
    // Reported while neither person is on the board: so the board decides.
    const { resident, neighbour } = village.clients;
    heard = (
      await resident.send_message({ to: 'person', account: village.accounts.neighbour, body: 'Сам дурак' })
    ).data;
    report = (await neighbour.write_task({ kind: 'report', title: 'Грубит', message_id: heard.id })).data.id;
    // A second board member, and a board member of another settlement.
    for (const [role, of] of [
      ['neighbour', village.settlement.id],
      ['outsider', village.other.id],
    ] as const)
      await insertSettlementRole(service.db, of, village.accounts[role], 'editor', new Date());
    contact = (
      await village.clients.editor.write_contact({
        settlement,
        name: 'Электрик',
        category: 'trade',
        phones: ['+7 496 000-00-55'],
        hours: 'пн–пт',
      })
    ).data;
  });

  const claim = async (parcel = '3') =>
    (
      await actors.village.clients.newcomer.request_residency({
        settlement,
        parcel,
        role: 'family',
        note: 'Купили <весной>',
      })
    ).data;
  const propose = async (proposed: Record<string, unknown>) =>
    (
      await actors.village.clients.resident.propose_change({
        settlement,
        subject_type: 'contact',
        subject_id: contact.id,
        proposed,
        note: 'Сам сказал',
      })
    ).data;
  it('list all waiting items, people who wait to get in first, with counts by kind', async () => {
    const first = await propose({ hours: 'ежедневно' });
    const second = await claim();
    await actors.village.clients.resident.write_task({ settlement, kind: 'request', title: 'Фонарь' });
    const browser = await signIn(actors.service, 'editor', 'ru');
    const page = await browser.get(board);
    const order = [`/claims/${second.id}`, `/corrections/${first.id}`, 'Фонарь'].map((each) =>
      page.html.indexOf(each),
    );
    assert.ok(
      order.every((place, index) => place > (order[index - 1] ?? 0)),
      String(order),
    );
    assert.match(
      visibleText(page.html),
      /Всё новых: 4 Заявки новых: 1 Правки новых: 1 Просьбы новых: 1 Жалобы новых: 1/,
    );
    const claims = visibleText((await browser.get(`${board}?kind=claim`)).html);
    assert.match(claims, /Заявка на участок 3 Newcomer Ivanova · семья/);
    assert.doesNotMatch(claims, /Фонарь/);
    assert.match(
      visibleText((await browser.get('/today')).html),
      /1 заявка · 1 правка · 1 просьба · 1 жалоба/,
    );
    for (const each of [`/corrections/${first.id}`, `/claims/${second.id}`])
      await browser.submit(await browser.get(board + each), board + each, {
        decision: 'refuse',
        reason: 'Проверили',
      });
  });

  it('page through a long queue without gaps or duplicates', async () => {
    const { resident, editor } = actors.village.clients;
    const made = new Set<string>();
    for (let index = 0; index < 60; index += 1) {
      const { data } = await resident.write_task({ settlement, kind: 'request', title: `Просьба ${index}.` });
      made.add(data.id);
    }
    const browser = await signIn(actors.service, 'editor');
    const seen: string[] = [];
    let address: string | undefined = `${board}?kind=request`;
    for (let turn = 0; address !== undefined && turn < 5; turn += 1) {
      const { html } = await browser.get(address);
      seen.push(...[...html.matchAll(/href="\/tasks\/(\d+)"/g)].map(([, id = '']) => id));
      address = /href="([^"]*cursor=[^"]*)">Show more/.exec(html)?.[1]?.replaceAll('&amp;', '&');
    }
    assert.equal(new Set(seen).size, seen.length, 'none twice');
    assert.ok([...made].every((id) => seen.includes(id)));
    for (const id of made) await editor.edit_task({ task: id, status: 'cancelled' });
  });

  it('show the residents of the plot and confirm a claim in the role the board chose', async () => {
    const { id } = await claim('1');
    const at = `${board}/claims/${id}`;
    const browser = await signIn(actors.service, 'editor', 'ru');
    const page = await browser.get(at);
    const words = visibleText(page.html);
    assert.match(words, /Newcomer Ivanova · сегодня .* Купили <весной>/);
    assert.match(words, /Сейчас записаны на участке .*Resident Ivanova собственник/);
    assert.match(page.html, /<svg[^>]*aria-label="Участок и его соседи"/);
    assert.match(words, /этот участок/, 'marked on the plan');
    const done = await browser.submit(page, at, { decision: 'accept', role: 'tenant' });
    assert.equal(done.location, board);
    assert.match(visibleText((await browser.get(board)).html), /Подтверждено\. Человеку сообщили\./);
    const { residents } = await actors.village.clients.editor.list_residents({ settlement, resident: id });
    assert.deepEqual([residents[0]?.state, residents[0]?.role], ['confirmed', 'tenant']);
    await actors.village.clients.editor.remove_resident({ settlement, resident: id, reason: 'Съехала' });
  });

  it('require a reason to refuse a claim, and keep a reason that is too long', async () => {
    const { id } = await claim();
    const at = `${board}/claims/${id}`;
    const browser = await signIn(actors.service, 'editor');
    const bare = await browser.submit(await browser.get(at), at, { decision: 'refuse', reason: ' ' });
    assert.equal(bare.status, 422);
    assert.match(bare.html, /id="decide-reason-error"/);
    assert.match(bare.html, /<details class="fold-box" open/);
    const long = `Нет ${'очень '.repeat(200)}`;
    const refused = await browser.submit(bare, at, { decision: 'refuse', reason: long });
    assert.equal(refused.status, 422);
    assert.ok(refused.html.includes(long.trim()), 'what was typed');
    const chip = /name="reason_choice" value="([^"]+)"/.exec(refused.html)?.[1] ?? '';
    const done = await browser.submit(refused, at, { decision: 'refuse', reason: '', reason_choice: chip });
    assert.equal(done.location, board);
    const { data: me } = await actors.village.clients.newcomer.show_me({});
    assert.ok(JSON.stringify(me).includes(chip), 'the person reads the reason');
  });

  it('decide a claim once: the second decision changes nothing and shows the first', async () => {
    const { id } = await claim();
    const at = `${board}/claims/${id}`;
    const [one, other] = [await signIn(actors.service, 'editor'), await signIn(actors.service, 'neighbour')];
    const [seen, late] = [await one.get(at), await other.get(at)];
    await one.submit(seen, at, { decision: 'accept' });
    const second = await other.submit(late, at, { decision: 'refuse', reason: 'Не знаем таких' });
    assert.equal(second.location, at);
    const shown = visibleText((await other.get(at)).html);
    assert.match(
      shown,
      /Already decided: confirmed\. Who decided: Editor I\., today .*This claim is confirmed/,
    );
    assert.doesNotMatch(shown, /Decline with a reason/);
    const { editor } = actors.village.clients;
    const { residents } = await editor.list_residents({ settlement, resident: id });
    assert.equal(residents[0]?.state, 'confirmed');
    await editor.remove_resident({ settlement, resident: id, reason: 'Съехала' });

    const both = await claim();
    const path = `${board}/claims/${both.id}`;
    const pages = [await one.get(path), await other.get(path)] as const;
    const replies = await Promise.all([
      one.submit(pages[0], path, { decision: 'accept' }),
      other.submit(pages[1], path, { decision: 'refuse', reason: 'Нет' }),
    ]);
    assert.deepEqual(replies.map(({ location }) => location).sort(), [board, path].sort(), 'one of the two');
    const { residents: after } = await editor.list_residents({ settlement, resident: both.id });
    assert.equal(after[0]?.state, replies[0]?.location === board ? 'confirmed' : 'ended');
    if (after[0]?.state === 'confirmed')
      await editor.remove_resident({ settlement, resident: both.id, reason: 'Съехала' });
  });

  it('accept a correction, or only its ticked fields', async () => {
    const whole = await propose({ phones: ['+7 496 000-00-77'] });
    const browser = await signIn(actors.service, 'editor', 'ru');
    const at = `${board}/corrections/${whole.id}`;
    const page = await browser.get(at);
    assert.match(
      visibleText(page.html),
      /Телефоны Было удалено: \+7 496 000-00-55 Станет добавлено: \+7 496 000-00-77/,
    );
    assert.equal((await browser.submit(page, at, { decision: 'accept' })).location, board);
    const part = await propose({ hours: 'круглосуточно', notes: 'Стучать' });
    const path = `${board}/corrections/${part.id}`;
    const form = await browser.get(path);
    const none = await browser.submit(form, path, { decision: 'accept' });
    assert.equal(none.status, 422);
    assert.match(visibleText(none.html), /Ничего не отмечено/);
    await browser.submit(none, path, { decision: 'accept', take_hours: 'true' });
    const { contacts } = await actors.village.clients.editor.list_contacts({
      settlement,
      contact: contact.id,
    });
    const { phones, hours, notes } = contacts[0] ?? {};
    assert.deepEqual([phones, hours, notes], [['+74960000077'], 'круглосуточно', '']);
  });

  it('offer three resolutions of a conflict, and overwrite no unseen value', async () => {
    const { editor } = actors.village.clients;
    const read = async () =>
      (await editor.list_contacts({ settlement, contact: contact.id })).contacts[0]?.hours;
    const browser = await signIn(actors.service, 'editor', 'ru');
    const expected = { keep: 'сейчас', take: 'предложено', other: 'своё' };
    for (const [way, hours] of Object.entries(expected)) {
      await editor.edit_contact({ settlement, contact: contact.id, hours: 'было' });
      const { id } = await propose({ hours: 'предложено' });
      const at = `${board}/corrections/${id}`;
      const before = await browser.get(at);
      await editor.edit_contact({ settlement, contact: contact.id, hours: 'сейчас' });
      // Rendered before the record changed: nothing is written, the page shows all three values.
      const moved = await browser.submit(before, at, { decision: 'accept' });
      assert.equal(moved.status, 422);
      assert.match(visibleText(moved.html), /Пока вы решали, запись изменили/);
      assert.match(visibleText(moved.html), /удалено: было .*добавлено: предложено .*Сейчас сейчас/);
      assert.equal(await read(), 'сейчас');
      const unchosen = await browser.submit(moved, at, { decision: 'accept', hours: 'сейчас' });
      assert.equal(unchosen.status, 422);
      assert.match(unchosen.html, /id="decide-way_hours-error"/);
      const done = await browser.submit(unchosen, at, { decision: 'accept', way_hours: way, hours });
      assert.equal(done.location, board, way);
      assert.equal(await read(), hours);
    }
  });

  it('return a correction once, with a reason the author can read', async () => {
    const { id } = await propose({ hours: 'никогда' });
    const at = `${board}/corrections/${id}`;
    const browser = await signIn(actors.service, 'editor');
    const page = await browser.get(at);
    const bare = await browser.submit(page, at, { decision: 'refuse', reason: '' });
    assert.match(bare.html, /id="decide-reason-error"/);
    assert.equal((await browser.submit(bare, at, { decision: 'refuse', reason: 'Шутка' })).location, board);
    assert.equal((await browser.submit(page, at, { decision: 'accept' })).location, at);
    assert.match(visibleText((await browser.get(at)).html), /This correction was sent back Шутка/);
    const [own] = (await actors.village.clients.resident.list_my_change_proposals({})).proposals;
    assert.equal(own?.reject_reason, 'Шутка');
  });

  it('show a reported message and decide the report once', async () => {
    const { neighbour } = actors.village.clients;
    const at = `${board}/reports/${report}`;
    // The author of the report is on the board, too, and must not decide it.
    const own = await (await signIn(actors.service, 'neighbour')).get(at);
    assert.match(visibleText(own.html), /somebody else decides/);
    assert.doesNotMatch(own.html, /value="accept"/);
    assert.equal((await (await signIn(actors.service, 'resident')).get(at)).status, 404);
    const browser = await signIn(actors.service, 'editor', 'ru');
    const page = await browser.get(at);
    assert.match(visibleText(page.html), /Грубит .*Сообщение .*Сам дурак/);
    const done = await browser.submit(page, at, { decision: 'accept' });
    assert.equal(done.location, board);
    const { messages } = await neighbour.list_messages({ conversation: heard.conversation });
    assert.doesNotMatch(JSON.stringify(messages), /Сам дурак/);
    const again = await browser.submit(page, at, { decision: 'leave' });
    assert.equal(again.location, at);
    assert.match(
      visibleText((await browser.get(at)).html),
      /Уже решено: скрыли\. Кто решил: вы, сегодня .*Решено: скрыть/,
    );
  });

  it('refuse residents, the board of another settlement and former board members', async () => {
    const { service, village } = actors;
    const { id } = await claim();
    const { id: proposal } = await propose({ hours: 'по звонку' });
    const pages = [board, `${board}/claims/${id}`, `${board}/corrections/${proposal}`];
    for (const persona of ['resident', 'newcomer', 'outsider', 'company', 'moderator'] as const) {
      const browser = await signIn(service, persona);
      for (const page of pages) assert.equal((await browser.get(page)).status, 403, `${persona} ${page}`);
    }
    const former = await signIn(service, 'neighbour');
    const drawn = await Promise.all(pages.map((page) => former.get(page)));
    await service.db`
      delete from settlement_role where account_id = ${village.accounts.neighbour}
         and settlement_id = ${village.settlement.id}`;
    const fields = { decision: 'accept', reason: 'Нет' };
    for (const [index, page] of pages.entries()) {
      assert.equal((await former.get(page)).status, 403);
      if (index === 0) continue;
      const tried = await former.submit(drawn[index] as (typeof drawn)[0], page, fields);
      assert.ok([403, 404].includes(tried.status), `${page} ${tried.status}`);
    }
    const { residents } = await village.clients.editor.list_residents({ settlement, resident: id });
    assert.equal(residents[0]?.state, 'claimed');
  });
});
