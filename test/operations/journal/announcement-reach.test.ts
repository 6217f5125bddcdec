import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createAcknowledgeTokens } from '../../../src/features/mail/acknowledge-token.ts';
import { deliverMail } from '../../../src/features/mail/email-delivery.ts';
import { createMailTransport } from '../../../src/features/mail/mail-transport.ts';
import { composeNotificationEmails } from '../../../src/features/mail/notification-emails.ts';
import { createUnsubscribeTokens } from '../../../src/features/mail/unsubscribe-token.ts';
import { deliverAnnouncements } from '../../../src/features/notify/announcement-delivery.ts';
import { markEmailSent } from '../../../src/store/messaging/email-outbox.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, personas, type Village } from '../../harness/village.ts';

describe('reach of an announcement', () => {
  let service: TestService;
  let village: Village;
  const settlement = 'berezka';
  before(async () => {
    // Letters count only where a mail server takes them; these are marked by hand.
    service = await startService({ SMTP_URL: 'smtp://127.0.0.1:1' });
    village = await buildVillage(service);
    // Another household, which has switched off all notifications.
    const { resident: parcel, free } = village.plots;
    assert.notEqual(parcel, free);
    await service.db`
      insert into membership (id, account_id, parcel_id, role, state, created_at, decided_at)
      values (${service.newId()}, ${village.accounts.newcomer}, ${free}, 'owner', 'confirmed', now(), now())`;
    await village.clients.newcomer.set_notification_preferences({ channels: { in_app: false, mail: false } });
  });
  const write = async (visibility = 'residents') => {
    const { data } = await village.clients.editor.write_article({
      settlement,
      kind: 'announcement',
      title: 'Отключат воду',
      body: 'Завтра с 9 до 12',
      visibility: visibility as 'residents',
    });
    return data.id;
  };
  const show = async (article: string, persona: (typeof personas)[number] = 'editor') =>
    (await village.clients[persona].show_article({ settlement, article })).data;
  const deliver = () =>
    deliverAnnouncements({
      pool: service.pool,
      signal: new AbortController().signal,
      now: () => new Date(Date.now() + service.clock.offset),
      newId: service.newId,
      sendsEmail: true,
      batchSize: 2,
    });
  const mailParts = () => ({
    baseUrl: service.url,
    unsubscribe: createUnsubscribeTokens(Buffer.alloc(32)),
    acknowledge: createAcknowledgeTokens(Buffer.alloc(32)),
    newId: service.newId,
  });
  const sendLetters = async () => {
    await service.pool.begin((db) => composeNotificationEmails(db, mailParts(), new Date()));
    const letters = await service.db<{ id: string }[]>`select id from letter where state = 'waiting'`;
    for (const { id } of letters) await markEmailSent(service.db, id, new Date());
  };

  it('is counted per household for the board, the same before, while and after it goes out', async () => {
    // The neighbour has two plots: one letter is of two households.
    await service.db`
      insert into membership (id, account_id, parcel_id, role, state, created_at, decided_at)
      select ${service.newId()}, ${village.accounts.neighbour}, id, 'owner', 'confirmed', now(), now()
        from parcel where settlement_id = ${village.settlement.id} and number = '12А'`;
    const article = await write();
    const { would_tell, told } = await show(article);
    assert.deepEqual(would_tell, { households_in_all: 4, households: 3, nobody: 0, people: 2, letters: 2 });
    assert.equal(told, null);
    const { data: published } = await village.clients.editor.publish_article({ settlement, article });
    assert.deepEqual(published.would_tell, would_tell);
    const none = { letters: 0, letter_households: 0, pushes: 0, doors: 0, read: 0, acknowledged: 0 };
    const going = { households_in_all: 4, nobody: 0, ...none };
    const begun = { ...going, sending: true, households: 0, people: null, letters_in_all: 0 };
    assert.deepEqual(published.told, begun);
    assert.deepEqual((await show(article)).told, begun);
    await deliver();
    const done = { ...going, sending: false, households: 3, people: 2, letters_in_all: 2 };
    assert.deepEqual((await show(article)).told, done);
    for (const persona of ['resident', 'newcomer'] as const)
      assert.equal((await show(article, persona)).told, null, 'not for residents');
    await service.app.services.announcementReads.flush();
    await sendLetters();
    assert.deepEqual((await show(article)).told, { ...done, letters: 2, letter_households: 3, read: 2 });
    // Letters are deleted after a month; that they were sent stays known.
    await service.db`delete from letter`;
    assert.equal((await show(article)).told?.letters, 2);
    await service.db`
      delete from membership where account_id = ${village.accounts.neighbour}
        and parcel_id in (select id from parcel where number = '12А')`;
  });

  it('counts no letter that was only printed on the console', async () => {
    const { installation } = service.app.services;
    const article = await write();
    await village.clients.editor.publish_article({ settlement, article });
    await deliver();
    await deliverMail({
      ...mailParts(),
      pool: service.pool,
      transport: createMailTransport({
        smtpUrl: undefined,
        baseUrl: installation.baseUrl,
        console: { write: () => {} },
      }),
      signal: new AbortController().signal,
      now: () => new Date(Date.now() + 2 * 3_600_000),
    });
    const { told } = await show(article);
    assert.deepEqual([told?.letters, told?.letter_households], [0, 0]);
    const states = await service.db<{ state: string }[]>`select distinct state from letter`;
    assert.deepEqual(states, [{ state: 'printed' }]);
  });

  it('is listed by plot, not by person, for the board only', async () => {
    const article = await write();
    const ask = (input: object = {}) =>
      village.clients.editor.list_residents({ settlement, told_of: article, ...input });
    await assertRefused(ask(), 422, 'told_of');
    await village.clients.editor.publish_article({ settlement, article });
    await deliver();
    const { notifications } = await village.clients.neighbour.list_notifications({});
    await village.clients.neighbour.read_notification({ notification: notifications[0]?.id as string });
    const { residents, plots = [] } = await ask();
    assert.deepEqual(residents, []);
    assert.deepEqual(
      plots.map((plot) => [plot.parcel.number, plot.site_at !== null, plot.letter_at, plot.read_at !== null]),
      [
        ['3', false, null, false],
        ['12А', false, null, false],
        ['1', true, null, false],
        ['2', true, null, true],
      ],
    );
    assert.ok(!JSON.stringify(plots).includes('Ivanova'));
    const first = await ask({ limit: 2 });
    const rest = await ask({ limit: 2, cursor: first.cursor as string });
    assert.deepEqual([...(first.plots ?? []), ...(rest.plots ?? [])], plots);
    assert.deepEqual(
      (await ask({ parcel: '2' })).plots?.map(({ parcel }) => parcel.number),
      ['2'],
    );
    for (const persona of personas)
      if (persona !== 'editor')
        await assertRefused(village.clients[persona].list_residents({ settlement, told_of: article }), 403);
    await assertRefused(
      village.clients.editor.list_residents({ settlement, told_of: 'nowhere' }),
      422,
      'told_of',
    );
    await village.clients.editor.remove_article({ settlement, article });
    const kept = await service.db`
      select 1 from announcement_household h join announcement_event e using (event_id) where e.article_id = ${article}`;
    assert.equal(kept.length, 3, 'what was told stays known');
  });

  it('repeats when the board sends a published announcement again, once an hour', async () => {
    const article = await write();
    const again = (persona: (typeof personas)[number] = 'editor') =>
      village.clients[persona].edit_article({ settlement, article, tell_again: true });
    await assertRefused(again(), 422, 'tell_again');
    await village.clients.editor.publish_article({ settlement, article });
    await deliver();
    await assertRefused(again(), 422, 'tell_again');
    for (const persona of ['resident', 'newcomer', 'company'] as const) {
      const error = await again(persona).then(
        () => 200,
        (refusal: { status: number }) => refusal.status,
      );
      assert.ok(error === 403 || error === 404, persona);
    }
    const count = async () => (await village.clients.resident.list_notifications({})).unread;
    // What was opened before is read a moment later, and would lower the count.
    await service.app.services.notificationReads.flush(village.accounts.resident);
    const before = await count();
    service.clock.offset = 61 * 60_000;
    const racing = await Promise.allSettled([again(), again(), again()]);
    assert.equal(racing.filter(({ status }) => status === 'fulfilled').length, 1);
    await deliver();
    assert.equal(await count(), before + 1);
    service.clock.offset = 0;
    const { data: post } = await village.clients.editor.write_article({
      settlement,
      kind: 'post',
      title: 'Статья',
      body: 'Текст',
      visibility: 'residents',
    });
    await village.clients.editor.publish_article({ settlement, article: post.id });
    const tellPost = { settlement, article: post.id, tell_again: true };
    await assertRefused(village.clients.editor.edit_article(tellPost), 422, 'tell_again');
  });

  it('follows notification kinds and the digest; read_notification marks older ones too', async () => {
    const { resident, neighbour } = village.clients;
    const off = await resident.set_notification_preferences({ kinds: { news: { in_app: false } } });
    assert.deepEqual(off.kinds.news, { in_app: false, mail: true, push: true });
    assert.deepEqual(off.kinds.tasks, { in_app: true, mail: true, push: true });
    await assertRefused(resident.set_notification_preferences({ kinds: { weather: {} } } as never), 422);
    await assertRefused(resident.set_notification_preferences({ digest: 'hourly' } as never), 422, 'digest');
    const daily = await neighbour.set_notification_preferences({ digest: 'daily' });
    assert.equal(daily.digest, 'daily');
    assert.deepEqual(await neighbour.show_notification_preferences({}), daily);
    // What was opened before is read a moment later.
    await service.app.services.notificationReads.flush(village.accounts.resident);
    const before = (await resident.list_notifications({})).unread;
    await service.db`delete from letter_item`;
    const article = await write();
    assert.deepEqual((await show(article)).would_tell?.people, 2);
    await village.clients.editor.publish_article({ settlement, article });
    await deliver();
    assert.equal((await resident.list_notifications({})).unread, before);
    const due = await service.db<{ account: string; later: boolean }[]>`
      select account_id as account, due_at > happened_at as later from letter_item`;
    assert.deepEqual(
      new Map(due.map(({ account, later }) => [account, later])),
      new Map([
        [village.accounts.resident, false],
        [village.accounts.neighbour, true],
      ]),
    );
    const { notifications, unread } = await neighbour.list_notifications({});
    assert.ok(unread > 1);
    const [newest, second] = notifications;
    await assertRefused(
      resident.read_notification({ notification: newest?.id as string, and_older: true }),
      404,
    );
    const left = await neighbour.read_notification({ notification: second?.id as string, and_older: true });
    assert.equal(left.unread, newest?.read ? 0 : 1);
    assert.ok((await neighbour.list_notifications({})).notifications.slice(1).every(({ read }) => read));
    const all = await neighbour.read_notification({ notification: newest?.id as string, and_older: true });
    assert.equal(all.unread, 0);
  });
});
