import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { routeEvent } from '../../src/features/notify/event-routing.ts';
import type { ProductEvent } from '../../src/features/notify/events.ts';
import { formatNotification, notificationTexts } from '../../src/features/notify/notification-texts.ts';
import { publishEvent } from '../../src/features/notify/publish-event.ts';
import { insertAccount } from '../../src/store/accounts/accounts.ts';
import { insertConnection } from '../../src/store/devices/device-connections.ts';
import { saveDevices } from '../../src/store/devices/devices.ts';
import { insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Persona, personas, type Village } from '../harness/village.ts';
import { makeDevice, thermometer } from '../operations/device/device-fixtures.ts';
import { type EventRecipient, listEventCases } from './event-cases.ts';

describe('publishing events', () => {
  let service: TestService;
  let village: Village;
  let stranger: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    // Somebody with every role in another settlement and none here, and a board member whose account was deleted.
    const now = new Date();
    const make = (id: string, name: string) =>
      insertAccount(service.db, {
        id,
        email: `${name}@example.org`,
        displayName: name,
        language: 'ru',
        passwordHash: null,
        emailConfirmedAt: now,
        createdAt: now,
      });
    const gone = service.newId();
    stranger = service.newId();
    await make(stranger, 'board-of-the-other');
    await make(gone, 'gone');
    await insertSettlementRole(service.db, village.other.id, stranger, 'editor', now);
    await insertSettlementRole(service.db, village.settlement.id, gone, 'editor', now);
    await service.db`update account set deleted_at = ${now} where id = ${gone}`;
    // The resident's own sensor, which the events concern.
    await insertConnection(service.db, {
      id: '1001',
      accountId: village.accounts.resident,
      parcelId: village.plots.resident,
      name: 'Дом',
      provider: 'home_assistant',
      settings: {},
      secret: null,
      nextPollAt: now,
      createdAt: now,
    });
    const ids = ['1200', '1201'];
    await saveDevices(service.db, '1001', [makeDevice('d1', [thermometer])], now, () => ids.shift() ?? '');
  });

  const tell = (event: ProductEvent) =>
    service.pool.begin((db) =>
      publishEvent({ ...service.app.kernelDependencies, db, services: service.app.services }, event),
    );
  const clear = async () => {
    await service.db`delete from letter_item`;
    await service.db`delete from notification`;
    await service.db`delete from notification_counter`;
    await service.db`delete from job`;
  };

  it('notifies exactly the permitted accounts of every event: in the app, by email, in the count', async () => {
    const names = new Map<string, EventRecipient>(
      personas.map((persona) => [village.accounts[persona], persona]),
    );
    names.set(stranger, 'otherBoard');
    const keys = new Set<string>();
    for (const cases of Object.values(listEventCases(village))) {
      for (const [event, expected] of cases) {
        await clear();
        await tell(event);
        const told = (rows: { accountId: string }[]) =>
          rows.map(({ accountId }) => names.get(accountId) ?? accountId).sort();
        const wanted = [...expected].sort();
        const bell = await service.db<
          { accountId: string; key: string; replacements: Record<string, string>; topic: string }[]
        >`
          select account_id as "accountId", key, replacements, topic from notification`;
        assert.deepEqual(told(bell), wanted, `bell: ${JSON.stringify(event)}`);
        const letters = await service.db<
          { accountId: string }[]
        >`select account_id as "accountId" from letter_item`;
        // Emails about account security belong to no topic and are written by the caller.
        const mailed = routeEvent(event).isSecurity ? [] : wanted;
        assert.deepEqual(told(letters), mailed, `letters: ${JSON.stringify(event)}`);
        const counted = await service.db<{ accountId: string }[]>`
          select account_id as "accountId" from notification_counter where unread = 1`;
        assert.deepEqual(told(counted), wanted, `count: ${JSON.stringify(event)}`);
        const { key, replacements, topic } = routeEvent(event);
        keys.add(key);
        for (const language of ['en', 'ru'] as const) {
          const sentence = formatNotification({ key, replacements, topic }, language);
          assert.doesNotMatch(sentence, /[{}…]/, `every word of ${key} is supplied`);
        }
      }
    }
    for (const key of [
      'announcement_published',
      'announcement_changed',
      'announcement_cancelled',
      'urgent_notice',
    ] as const)
      keys.add(`notifications.${key}`);
    // Of notifications that were sent before people were asked onto a board.
    keys.add('notifications.board_taken');
    assert.deepEqual(
      [...keys].sort(),
      Object.keys(notificationTexts).sort(),
      'every sentence is used by some event',
    );
  });

  it('notifies nobody after a rollback', async () => {
    await clear();
    for (const cases of Object.values(listEventCases(village))) {
      for (const [event] of cases) {
        await assert.rejects(
          service.pool.begin(async (db) => {
            await publishEvent(
              { ...service.app.kernelDependencies, db, services: service.app.services },
              event,
            );
            throw new Error('changed my mind');
          }),
          /changed my mind/,
        );
      }
    }
    const [left] = await service.db<{ count: number }[]>`
      select ((select count(*) from notification) + (select count(*) from letter_item) + (select count(*) from job)
              + (select coalesce(sum(unread), 0) from notification_counter))::int as count`;
    assert.equal(left?.count, 0);
  });

  it('respects channels and topics that are switched off', async () => {
    const due: ProductEvent = {
      type: 'task_due',
      accountIds: [village.accounts.resident],
      taskId: '1',
      title: 'Полить',
      dueOn: '2026-11-20',
    };
    const count = async () => {
      const [row] = await service.db<{ bell: number; letters: number }[]>`
        select (select count(*) from notification)::int as bell, (select count(*) from letter_item)::int as letters`;
      await clear();
      return [row?.bell, row?.letters];
    };
    const { resident } = village.clients;
    const switchAndCount = async (change: Parameters<typeof resident.set_notification_preferences>[0]) => {
      await resident.set_notification_preferences(change);
      await tell(due);
      return count();
    };
    await clear();
    assert.deepEqual(await switchAndCount({}), [1, 1]);
    assert.deepEqual(
      await switchAndCount({ topics: { my_requests: { in_app: false, mail: false } } }),
      [1, 1],
    );
    assert.deepEqual(await switchAndCount({ topics: { reminders: { mail: false } } }), [1, 0]);
    assert.deepEqual(await switchAndCount({ topics: { reminders: { mail: true, in_app: false } } }), [0, 1]);
    assert.deepEqual(await switchAndCount({ channels: { mail: false } }), [0, 0]);
    assert.deepEqual(
      await switchAndCount({ channels: { mail: true }, topics: { reminders: { in_app: true } } }),
      [1, 1],
    );
    await service.db`update account set mail_paused_at = now() where id = ${village.accounts.resident}`;
    assert.deepEqual(await switchAndCount({}), [1, 0], 'a paused address gets no letters');
    await service.db`update account set mail_paused_at = null, email_confirmed_at = null where id = ${village.accounts.resident}`;
    assert.deepEqual(await switchAndCount({}), [1, 0], 'nor one nobody confirmed');
    await service.db`update account set email_confirmed_at = now() where id = ${village.accounts.resident}`;
  });

  it('keeps the unread count equal to the unread rows under concurrent writes and reads', async () => {
    await clear();
    const people: Persona[] = ['resident', 'neighbour', 'company'];
    const accountIds = people.map((persona) => village.accounts[persona]);
    await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        tell({
          type: 'task_due',
          accountIds: index % 2 === 0 ? accountIds : [...accountIds].reverse(),
          taskId: String(index + 1),
          title: 'Полить',
          dueOn: '2026-11-20',
        }),
      ),
    );
    const { notifications } = await village.clients.resident.list_notifications({});
    assert.equal(notifications.length, 24);
    await Promise.all(
      [...notifications, ...notifications].map(({ id }) =>
        village.clients.resident.read_notification({ notification: id }),
      ),
    );
    const rows = await service.db<{ unread: number; rows: number }[]>`
      select c.unread, (select count(*)::int from notification n where n.account_id = c.account_id and n.read_at is null) as rows
        from notification_counter c`;
    assert.equal(rows.length, 3);
    for (const row of rows) assert.equal(row.unread, row.rows);
    assert.equal((await village.clients.resident.list_notifications({})).unread, 0);
    assert.equal((await village.clients.neighbour.list_notifications({})).unread, 24);
  });

  it('adds only one unread notification per conversation', async () => {
    await clear();
    const written: ProductEvent = {
      type: 'message_received',
      accountIds: [village.accounts.resident],
      conversationId: '77',
      senderName: 'Анна',
    };
    await tell(written);
    await tell(written);
    const first = await village.clients.resident.list_notifications({});
    assert.equal(first.unread, 1);
    await village.clients.resident.read_notification({ notification: first.notifications[0]?.id ?? '' });
    await service.db`delete from letter_item`;
    await tell(written);
    assert.equal((await village.clients.resident.list_notifications({})).notifications.length, 2);
  });
});
