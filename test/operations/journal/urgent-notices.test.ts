import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createMailEngine } from '../../../src/features/mail/mail-worker.ts';
import { composeNotificationEmails } from '../../../src/features/mail/notification-emails.ts';
import { deliverAnnouncements } from '../../../src/features/notify/announcement-delivery.ts';
import { deriveKey } from '../../../src/secret-key.ts';
import { markEmailSent } from '../../../src/store/messaging/email-outbox.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import type { Village } from '../../harness/village.ts';
import { prepareOAuthTestClient } from '../../oauth/oauth-test-client.ts';
import { signIn, visibleText } from '../../web/sign-in.ts';

const hour = 3_600_000;

describe('urgent announcements', () => {
  let service: TestService;
  let village: Village;
  const settlement = 'berezka';
  before(async () => {
    service = await startService({ QUOTAS: 'urgent_notices=3' });
    ({ village } = await prepareOAuthTestClient(service));
  });
  const now = () => new Date(Date.now() + service.clock.offset);
  const deliver = () =>
    deliverAnnouncements({
      pool: service.pool,
      signal: new AbortController().signal,
      now,
      newId: service.newId,
      sendsEmail: true,
    });
  /** Letters as they are composed now; all of them count as handed over. */
  const sendLetters = async () => {
    const engine = createMailEngine(
      { smtpUrl: undefined, baseUrl: service.url },
      deriveKey('a secret key only for the tests, 32+ characters', 'unsubscribe'),
    );
    const { unsubscribe, acknowledge } = engine;
    const parts = { baseUrl: service.url, unsubscribe, acknowledge, newId: service.newId };
    await service.pool.begin((db) => composeNotificationEmails(db, parts, now()));
    const letters = await service.db<{ id: string; account: string; subject: string; text: string }[]>`
      select id, account_id as account, subject, body_text as text from letter where state = 'waiting' order by id`;
    for (const { id } of letters) await markEmailSent(service.db, id, now());
    return letters;
  };
  const write = async (input: object = {}) => {
    const { data } = await village.clients.editor.write_article({
      settlement,
      kind: 'announcement',
      title: 'Воды нет до 18:00',
      body: 'Прорвало трубу у **третьей** линии.',
      visibility: 'residents',
      urgent: true,
      ...input,
    });
    return data;
  };
  const told = async (article: string) =>
    (await village.clients.editor.show_article({ settlement, article })).data.told;
  const clear = async () => {
    for (const table of [
      'letter_item',
      'letter_announcement',
      'letter',
      'notification',
      'notification_counter',
    ])
      await service.db.unsafe(`delete from ${table}`);
    await service.db`update article set is_urgent = false`;
    await service.db`delete from announcement_delivery`;
    await service.db`update announcement_event set is_urgent = false`;
  };
  const publish = async () => {
    const article = await write();
    assert.equal(article.urgent, true);
    await village.clients.editor.publish_article({ settlement, article: article.id });
    await deliver();
    return article;
  };

  it('come whatever topics, kinds, digest and quiet hours say, except the kind of their own', async () => {
    const { resident, neighbour } = village.clients;
    const off = { in_app: false, mail: false };
    await resident.set_notification_preferences({
      topics: { reminders: off },
      kinds: { news: off },
      digest: 'daily',
      quiet: { from: now().getUTCHours(), to: (now().getUTCHours() + 12) % 24 },
    });
    await neighbour.set_notification_preferences({ kinds: { urgent: off } });
    const { id } = await publish();
    assert.equal(
      (await resident.list_notifications({})).notifications[0]?.key,
      'notifications.urgent_notice',
    );
    assert.equal((await neighbour.list_notifications({})).notifications.length, 0);
    const letters = await sendLetters();
    assert.deepEqual(
      letters.map(({ account, subject }) => [account, subject]),
      [[village.accounts.resident, 'СНТ Берёзка: Urgent: “Воды нет до 18:00”.']],
    );
    assert.match(
      letters[0]?.text ?? '',
      /^Прорвало трубу у третьей линии\.$/m,
      'the text itself, without its marks',
    );
    assert.deepEqual(await told(id), {
      sending: false,
      households_in_all: 4,
      households: 1,
      nobody: 2,
      people: 1,
      letters_in_all: 1,
      letters: 1,
      letter_households: 1,
      pushes: 0,
      read: 0,
      doors: 0,
      acknowledged: 0,
    });
    await resident.set_notification_preferences({ channels: off });
    await clear();
    await publish();
    assert.equal((await resident.list_notifications({})).notifications.length, 0, 'no way was given');
    await resident.set_notification_preferences({
      channels: { in_app: true, mail: true },
      topics: { reminders: { in_app: true, mail: true } },
      kinds: { news: { in_app: true, mail: true } },
      digest: 'off',
      quiet: null,
    });
    await neighbour.set_notification_preferences({ kinds: { urgent: { in_app: true, mail: true } } });
    await clear();
  });

  it('come again after 1, 6 and 24 hours to plots that have not acknowledged them, and no more', async () => {
    const { resident, neighbour } = village.clients;
    const { slug } = await publish();
    const browser = await signIn(service, 'resident', 'ru');
    const page = await browser.get('/today');
    assert.match(visibleText(page.html), /Срочно: Воды нет до 18:00/);
    const address = `/settlements/${settlement}/articles/${slug}/acknowledge`;
    const notice = await browser.get(address);
    assert.match(notice.html, /<strong>третьей<\/strong>/);
    const done = await browser.submit(notice, address);
    assert.equal(done.status, 303);
    assert.doesNotMatch(visibleText((await browser.get('/today')).html), /Срочно:/);
    assert.match(visibleText((await browser.get(address)).html), /отметил, что знает/);
    const unread = async () => [
      (await resident.list_notifications({})).notifications.length,
      (await neighbour.list_notifications({})).notifications.length,
    ];
    assert.deepEqual(await unread(), [1, 1]);
    for (const [hours, expected] of [
      [0.9, 1],
      [1.1, 2],
      [5, 2],
      [6.1, 3],
      [24.1, 4],
      [400, 4],
    ] as const) {
      service.clock.offset = hours * hour;
      await Promise.all([deliver(), deliver()]);
      assert.deepEqual(await unread(), [1, expected], `after ${hours} hours`);
    }
    service.clock.offset = 0;
    await clear();
  });

  it('stop when they are not urgent any more, are hidden or removed', async () => {
    const { editor, neighbour } = village.clients;
    for (const end of [
      (article: string) => editor.edit_article({ settlement, article, urgent: false }),
      (article: string) => editor.edit_article({ settlement, article, visibility: 'private' }),
      (article: string) => editor.remove_article({ settlement, article }),
    ]) {
      const { id } = await publish();
      await end(id);
      service.clock.offset = 2 * hour;
      await deliver();
      assert.equal((await neighbour.list_notifications({})).notifications.length, 1);
      const browser = await signIn(service, 'neighbour', 'ru');
      assert.doesNotMatch(visibleText((await browser.get('/today')).html), /Срочно:/);
      service.clock.offset = 0;
      await clear();
    }
  });

  it('are acknowledged by the POST of the letter’s link alone, for that household and notice alone', async () => {
    await publish();
    const other = await publish();
    const letters = await sendLetters();
    const link = /https?:\/\/\S+\/acknowledge\/\S+/.exec(
      letters.find(({ account }) => account === village.accounts.neighbour)?.text ?? '',
    )?.[0];
    assert.equal(link, undefined, 'two notices lead to their pages');
    await clear();
    const { id: third } = await publish();
    const [letter] = (await sendLetters()).filter(({ account }) => account === village.accounts.neighbour);
    const [address] = /http\S+\/acknowledge\/\S+/.exec(letter?.text ?? '') ?? [''];
    const acknowledged = async () => (await told(third))?.acknowledged;
    for (const method of ['GET', 'HEAD', 'GET']) {
      const page = await fetch(address, { method, headers: { 'accept-language': 'ru' } });
      assert.equal(page.status, 200, method);
      if (method === 'GET') assert.match(await page.text(), /Понятно/);
    }
    for (const [, found = ''] of (letter?.text ?? '').matchAll(/(http\S+)/g)) await fetch(found);
    assert.equal(await acknowledged(), 0, 'a scanner that opens every link acknowledges nothing');
    const altered = `${address.slice(0, -4)}${address.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
    assert.equal((await fetch(altered, { method: 'POST' })).status, 404);
    assert.equal((await fetch(address, { method: 'POST' })).status, 200);
    assert.equal((await fetch(address, { method: 'POST' })).status, 200, 'twice is once');
    assert.equal(await acknowledged(), 1);
    assert.equal((await told(other.id))?.acknowledged, 0);
    await service.db`update membership set state = 'ended' where account_id = ${village.accounts.neighbour}`;
    const former = await fetch(address);
    assert.equal(former.status, 404);
    assert.doesNotMatch(await former.text(), /трубу/, 'nothing is shown to a former member');
    assert.equal((await fetch(address, { method: 'POST' })).status, 404);
    await service.db`update membership set state = 'confirmed' where account_id = ${village.accounts.neighbour}`;
    await clear();
  });

  it('are the board’s, three a week, also when two members publish at once', async () => {
    const { editor, resident } = village.clients;
    await assertRefused(
      resident.write_article({
        settlement,
        parcel_id: '1',
        title: 'Моё',
        body: 'срочно',
        urgent: true,
      }),
      422,
      'urgent',
    );
    await assertRefused(write({ kind: 'post' }), 422, 'urgent');
    await assertRefused(write({ visibility: 'private' }), 422, 'urgent');
    const drafts = await Promise.all(Array.from({ length: 5 }, () => write()));
    const outcomes = await Promise.allSettled(
      drafts.map(({ id }) => editor.publish_article({ settlement, article: id })),
    );
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 3);
    const left = drafts.find((_, index) => outcomes[index]?.status === 'rejected');
    await assertRefused(editor.publish_article({ settlement, article: left?.id ?? '' }), 422, 'urgent');
    service.clock.offset = 8 * 24 * hour;
    await editor.publish_article({ settlement, article: left?.id ?? '' });
    service.clock.offset = 0;
    await clear();
  });

  it('become urgent when published only with telling again, which asks everybody anew', async () => {
    const { editor } = village.clients;
    const draft = await write({ urgent: false });
    assert.equal(draft.urgent, undefined);
    const article = draft.id;
    await editor.publish_article({ settlement, article });
    await deliver();
    await assertRefused(editor.edit_article({ settlement, article, urgent: true }), 422, 'urgent');
    service.clock.offset = 2 * hour;
    await editor.edit_article({ settlement, article, urgent: true, tell_again: true });
    await deliver();
    const neighbour = await signIn(service, 'neighbour', 'ru');
    const address = `/settlements/${settlement}/articles/${draft.slug}/acknowledge`;
    await neighbour.submit(await neighbour.get(address), address);
    assert.equal((await told(article))?.acknowledged, 1);
    service.clock.offset = 4 * hour;
    await editor.edit_article({ settlement, article, tell_again: true });
    assert.equal((await told(article))?.acknowledged, 0);
    service.clock.offset = 0;
    await clear();
  });

  it('are not acknowledged by strangers, and not by others than members of a plot', async () => {
    const { slug } = await publish();
    const address = `/settlements/${settlement}/articles/${slug}/acknowledge`;
    for (const [persona, status] of [
      ['outsider', 404],
      ['newcomer', 404],
      ['editor', 200],
    ] as const) {
      const browser = await signIn(service, persona);
      const page = await browser.get(address);
      assert.equal(page.status, status, persona);
      assert.doesNotMatch(page.html, /<button[^>]*>[^<]*Understood/, persona);
    }
    const [row] = await service.db<{ count: number }[]>`
      select count(*)::int as count from announcement_acknowledgement k join article a on a.id = k.article_id where a.slug = ${slug}`;
    assert.equal(row?.count, 0);
    await clear();
  });

  it('are acknowledged with read_notification, by members of a plot', async () => {
    await clear();
    const { resident, neighbour, editor } = village.clients;
    for (const client of [resident, neighbour])
      await client.set_notification_preferences({ kinds: { urgent: { in_app: true } } });
    const { id } = await publish();
    const notificationOf = async (client: typeof resident) =>
      String((await client.list_notifications({})).notifications[0]?.id);
    const notification = await notificationOf(resident);
    const read = await resident.read_notification({ notification, acknowledge: true });
    assert.equal(read.acknowledged, true);
    assert.equal((await told(id))?.acknowledged, 1);
    assert.equal(
      'acknowledged' in
        (await neighbour.read_notification({ notification: await notificationOf(neighbour) })),
      false,
    );
    await assertRefused(neighbour.read_notification({ notification, acknowledge: true }), 404);
    await editor.edit_article({ settlement, article: id, urgent: false });
    await assertRefused(resident.read_notification({ notification, acknowledge: true }), 422, 'acknowledge');
  });
});
