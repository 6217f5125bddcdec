import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { notificationKinds } from '../../../src/domain/rules/notification-preferences.ts';
import { publishEvent } from '../../../src/features/notify/publish-event.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';

describe('notifications', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    for (let task = 1; task <= 65; task += 1) await remind(village.accounts.resident, `Дело ${task}`);
    await remind(village.accounts.neighbour, 'Чужое');
  });
  const remind = (account: string, title: string) =>
    service.pool.begin((db) =>
      publishEvent(
        { ...service.app.kernelDependencies, db, services: service.app.services },
        { type: 'task_due', accountIds: [account], taskId: '7', title, dueOn: '2026-11-20' },
      ),
    );

  it('are listed newest first in the shape of the contract, thirty a page, each once', async () => {
    const { resident } = village.clients;
    const first = await resident.list_notifications({});
    assert.equal(first.unread, 65);
    assert.equal(first.notifications.length, 30);
    const { id, created_at, ...rest } = first.notifications[0] ?? {};
    assert.deepEqual(rest, {
      text: 'The task “Дело 65” is due on 20 November.',
      topic: 'reminders',
      key: 'notifications.task_due',
      replacements: { title: 'Дело 65', day: '2026-11-20' },
      url: '/tasks/7',
      read: false,
      ended: null,
    });
    assert.match(String(id), /^\d+$/);
    assert.match(String(created_at), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
    const titles = first.notifications.map((entry) => entry.replacements.title);
    let cursor = first.cursor;
    while (cursor !== null) {
      assert.equal(cursor, titles.length === 30 ? first.notifications.at(-1)?.id : cursor);
      const page: typeof first = await resident.list_notifications({ cursor });
      titles.push(...page.notifications.map((entry) => entry.replacements.title));
      cursor = page.cursor;
    }
    assert.deepEqual(
      titles,
      Array.from({ length: 65 }, (_, index) => `Дело ${65 - index}`),
    );
  });

  it('are marked as read once; a repeat changes nothing, and those of others are 404', async () => {
    const { resident, neighbour, newcomer } = village.clients;
    const { notifications } = await resident.list_notifications({});
    const [{ id } = { id: '' }] = notifications;
    assert.deepEqual(await resident.read_notification({ notification: id }), { read: true, unread: 64 });
    assert.deepEqual(await resident.read_notification({ notification: id }), { read: true, unread: 64 });
    assert.equal((await resident.list_notifications({})).notifications[0]?.read, true);
    await assertRefused(neighbour.read_notification({ notification: id }), 404);
    await assertRefused(resident.read_notification({ notification: '99' }), 404);
    await assertRefused(resident.read_notification({ notification: '0' }), 422, 'notification');
    assert.equal((await neighbour.list_notifications({})).unread, 1);
    assert.deepEqual(await newcomer.list_notifications({}), { notifications: [], cursor: null, unread: 0 });
  });

  it('need a token with the scope', async () => {
    const reading = await service.as(village.accounts.resident, ['mcp:read']);
    await assertRefused(village.anonymous.list_notifications({}), 401);
    await assertRefused(reading.read_notification({ notification: '1' }), 403);
    await assertRefused(reading.set_notification_preferences({}), 403);
    await assertRefused(reading.list_notifications({ cursor: 'x' }), 422, 'cursor');
    await reading.show_notification_preferences({});
  });

  it('follow preferences: everything is on by default, and only what is given changes', async () => {
    const { company } = village.clients;
    const on = { in_app: true, mail: true, push: true };
    const kinds = Object.fromEntries(notificationKinds.map((kind) => [kind, on]));
    const rest = { kinds, digest: 'off', quiet: null, push_text: false, unavailable: [] };
    const all = { channels: on, topics: { my_requests: on, review_queue: on, reminders: on }, ...rest };
    assert.deepEqual(await company.show_notification_preferences({}), all);
    assert.deepEqual(await company.set_notification_preferences({}), all);
    const changed = await company.set_notification_preferences({
      channels: { mail: false },
      topics: { reminders: { in_app: false } },
    });
    const expected = {
      channels: { in_app: true, mail: false, push: true },
      topics: { ...all.topics, reminders: { in_app: false, mail: true, push: true } },
      ...rest,
    };
    assert.deepEqual(changed, expected);
    await Promise.all([
      company.set_notification_preferences({ topics: { reminders: { mail: false } } }),
      company.set_notification_preferences({ topics: { my_requests: { mail: false } } }),
      company.set_notification_preferences({ channels: { mail: true } }),
    ]);
    assert.deepEqual(await company.show_notification_preferences({}), {
      channels: on,
      topics: {
        my_requests: { in_app: true, mail: false, push: true },
        review_queue: on,
        reminders: { in_app: false, mail: false, push: true },
      },
      ...rest,
    });
  });

  it('refuse preferences for unknown channels and topics, and write nothing', async () => {
    const { newcomer } = village.clients;
    const set = (input: object) => newcomer.set_notification_preferences(input as never);
    await assertRefused(set({ channels: { pigeon: true } }), 422, 'channels.pigeon');
    await assertRefused(set({ topics: { gossip: { mail: true } } }), 422, 'topics.gossip');
    await assertRefused(set({ topics: { reminders: { pigeon: true } } }), 422, 'topics.reminders.pigeon');
    await assertRefused(set({ channels: { mail: 'off' } }), 422, 'channels.mail');
    await assertRefused(set({ chanels: { mail: false } }), 422, 'chanels');
    await assertRefused(set({ channels: { mail: false }, topics: { gossip: {} } }), 422, 'topics.gossip');
    assert.equal((await newcomer.show_notification_preferences({})).channels.mail, true);
  });
});
