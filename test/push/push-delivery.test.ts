import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { before, beforeEach, describe, it } from 'node:test';
import { createSnowflakes } from '../../src/domain/kernel/snowflake.ts';
import { checkPush } from '../../src/features/installation/doctor/push-check.ts';
import type { ProductEvent } from '../../src/features/notify/events.ts';
import { publishEvent } from '../../src/features/notify/publish-event.ts';
import { deliverPushes } from '../../src/features/push/push-delivery.ts';
import { PushServers } from '../../src/features/push/push-servers.ts';
import { insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import { insertNotifications } from '../../src/store/messaging/notification-writes.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Persona, type Village } from '../harness/village.ts';
import { waitUntil } from '../harness/wait-until.ts';
import {
  accept,
  answerWith,
  createPushGuard,
  type PushServer,
  readVapid,
  startPushServer,
} from './push-test-server.ts';
import { subscribeBrowser } from './subscribed-browser.ts';

const minute = 60_000;

// The test has its own clock: moving the service's by hours would break its instance lease.
let offset = 0;
const now = () => new Date(Date.now() + offset);
const ids = createSnowflakes(
  () => 1000,
  () => now().getTime(),
);
const newId = () => ids.next();

describe('pushes', () => {
  let service: TestService;
  let village: Village;
  let server: PushServer;
  let other: PushServer;
  let reported: string[] = [];
  let servers = new PushServers(now);
  before(async () => {
    server = await startPushServer('push.example');
    other = await startPushServer('other-push.example');
    service = await startService({}, { pushGuard: createPushGuard([server, other]) });
    village = await buildVillage(service);
  });
  beforeEach(async () => {
    reported = [];
    servers = new PushServers(now);
    for (const each of [server, other]) {
      each.received.length = 0;
      each.answer = accept;
    }
    await service.db`delete from session`;
    await service.db`delete from notification`;
    await service.db`delete from notification_counter`;
    await service.db`delete from notification_preference`;
    await service.db`update account set language = 'en'`;
  });

  const subscribe = (persona: Persona = 'resident', to: PushServer = server) =>
    subscribeBrowser(service, village.accounts[persona], to, { now, newId });
  const tell = (event: ProductEvent) =>
    service.pool.begin((db) => publishEvent({ db, now, newId, services: service.app.services }, event));
  const due = (title = 'Water the apple trees', accountIds = [village.accounts.resident]): ProductEvent => ({
    type: 'task_due',
    accountIds,
    taskId: '1',
    title,
    dueOn: '2026-11-20',
  });
  /** A push that is answered at once may take long on a busy machine. */
  const deliver = (signal = new AbortController().signal, timeoutMs = 120_000) => {
    const { guard, keys } = service.app.services.push;
    return deliverPushes({
      pool: service.pool,
      guard,
      keys,
      baseUrl: 'https://village.example',
      timeoutMs,
      servers,
      signal,
      now,
      report: (error) => reported.push(error.message),
    });
  };
  const wait = (milliseconds: number) => {
    offset += milliseconds;
  };
  const states = async () =>
    (
      await service.db<{ state: string; sent: boolean }[]>`
        select state, sent_at is not null as sent from push_item order by event_id, subscription_id`
    ).map(({ state, sent }) => `${state}${sent ? ' sent' : ''}`);
  const countSubscriptions = async () =>
    Number((await service.db<{ count: number }[]>`select count(*)::int from push_subscription`)[0]?.count);

  it('arrive encrypted for the browser and signed by the service, and say no private word', async () => {
    await service.db`update account set language = 'ru'`;
    const phone = await subscribe();
    await tell(due('Secret errand'));
    await deliver();
    const { data } = await village.anonymous.show_settlement({ settlement: village.settlement.id });
    assert.deepEqual(server.receivedBy(phone), [
      {
        title: data.name,
        body: 'Напоминание о задаче',
        url: '/tasks/1',
        tag: server.receivedBy(phone)[0]?.tag,
        lang: 'ru',
      },
    ]);
    const [push] = server.received;
    assert.ok((push?.body.length ?? 0) < 2048);
    const { claims, publicKey } = readVapid(push?.headers ?? {});
    assert.equal(claims.aud, server.origin);
    assert.equal(claims.sub, 'https://village.example');
    assert.equal(publicKey, (await service.app.services.push.keys()).publicKey);
    assert.equal(push?.headers['content-encoding'], 'aes128gcm');
    assert.equal(push?.headers.topic, server.receivedBy(phone)[0]?.tag, 'a resend replaces the first');
    assert.deepEqual(await states(), ['sent sent']);
  });

  it('show the sentence where the account wants it, on one line and cut off', async () => {
    await village.clients.resident.set_notification_preferences({ push_text: true } as never);
    const phone = await subscribe();
    await tell(due(`Secret\nerrand ${'x'.repeat(1000)}`));
    await deliver();
    const [shown] = server.receivedBy(phone);
    assert.match(shown?.body ?? '', /^The task “Secret errand x+…$/);
    assert.equal(shown?.body?.length, 240);
  });

  it('name what kind of thing it is for every notification, and nothing that is in it', async () => {
    const phone = await subscribe('resident');
    await tell({
      type: 'message_received',
      accountIds: [village.accounts.resident],
      conversationId: '7',
      senderName: 'Vasily',
    } as ProductEvent);
    await tell({
      type: 'proposal_decided',
      accountId: village.accounts.resident,
      subjectName: 'Plumber',
      approved: false,
      reason: 'No such person',
    } as ProductEvent);
    await deliver();
    const bodies = server.receivedBy(phone).map(({ body }) => body);
    assert.deepEqual(bodies.sort(), ['A new message', 'An answer to what you sent in']);
  });

  it('are dropped by a rollback, and go to every browser of the account and to nobody else', async () => {
    const [phone, tablet] = [await subscribe(), await subscribe()];
    const stranger = await subscribe('neighbour');
    await assert.rejects(
      service.pool.begin(async (db) => {
        await publishEvent({ db, now, newId, services: service.app.services }, due());
        throw new Error('rolled back');
      }),
    );
    await deliver();
    assert.equal(server.received.length, 0);
    await tell(due());
    await deliver();
    await deliver();
    assert.equal(server.receivedBy(phone).length, 1);
    assert.equal(server.receivedBy(tablet).length, 1);
    assert.equal(server.receivedBy(stranger).length, 0);
  });

  it('mind channels, topics and kinds, also those switched off since', async () => {
    await subscribe();
    const { resident } = village.clients;
    for (const off of [
      { channels: { push: false } },
      { topics: { reminders: { push: false } } },
      { kinds: { tasks: { push: false } } },
    ]) {
      await service.db`delete from notification_preference`;
      await tell(due());
      await resident.set_notification_preferences(off);
      await tell(due());
      await deliver();
    }
    assert.equal(server.received.length, 0);
    await service.db`delete from notification_preference`;
    await resident.set_notification_preferences({ channels: { in_app: false, mail: false } });
    await tell(due());
    await deliver();
    assert.equal(server.received.length, 1, 'a push without bell and letter');
  });

  it('are not sent about what has been read meanwhile', async () => {
    await subscribe();
    await tell(due());
    await service.db`update notification set read_at = ${now()}`;
    await deliver();
    assert.equal(server.received.length, 0);
    assert.deepEqual(await states(), ['failed']);
  });

  it('are replaced without a sound when what they told of is decided, and those not sent yet are dropped', async () => {
    const [mine, neighbours] = [await subscribe('editor'), await subscribe('neighbour')];
    await insertSettlementRole(
      service.db,
      village.settlement.id,
      village.accounts.neighbour,
      'editor',
      new Date(),
    );
    const { newcomer, editor } = village.clients;
    const claim = { settlement: village.settlement.slug, parcel: '3', role: 'owner' } as const;
    const { data } = await newcomer.request_residency(claim);
    await deliver();
    const [first] = server.receivedBy(neighbours);
    assert.ok(first);
    await editor.remove_resident({ settlement: claim.settlement, resident: data.id, reason: 'Not here' });
    await deliver();
    const { body, tag, silent } = server.receivedBy(neighbours)[1] ?? {};
    assert.deepEqual(
      [body, tag, silent],
      ['Already decided: there is nothing left to do.', first.tag, true as unknown],
    );
    assert.equal(server.receivedBy(mine).length, 2);
    server.received.length = 0;
    const again = await newcomer.request_residency(claim);
    await newcomer.remove_resident({ settlement: claim.settlement, resident: again.data.id });
    await deliver();
    assert.deepEqual(server.received, [], 'nothing of what was decided before it was sent');
  });

  it('wait for the end of quiet hours, unless they are urgent', async () => {
    const hour = Number(
      new Intl.DateTimeFormat('en-GB', { hour: 'numeric', hour12: false, timeZone: 'Europe/Moscow' }).format(
        now(),
      ),
    );
    const quiet = { from: hour % 24, to: (hour + 3) % 24 };
    await village.clients.resident.set_notification_preferences({ quiet } as never);
    const phone = await subscribe();
    await tell(due());
    const content = {
      eventId: newId(),
      topic: 'reminders',
      key: 'notifications.urgent_published',
      replacements: { title: 'Gas is off' },
      url: '/notifications',
      at: now(),
    };
    const told = { account: village.accounts.resident, notification: newId(), due: null, push: true };
    await insertNotifications(service.db, content, [told]);
    await deliver();
    assert.deepEqual(
      server.receivedBy(phone).map(({ body }) => body),
      ['An urgent announcement'],
    );
    wait(60 * minute);
    await deliver();
    assert.equal(server.received.length, 1, 'still quiet');
    wait(120 * minute);
    await deliver();
    assert.equal(server.received.length, 2);
  });

  it('forget browsers that are gone, while the others get theirs', async () => {
    const phones = await Promise.all(Array.from({ length: 8 }, () => subscribe()));
    const gone = new Set(phones.slice(0, 4).map(({ endpoint }) => new URL(endpoint).pathname));
    server.answer = (path, reply) => answerWith(gone.has(path) ? 410 : 201)(path, reply);
    await tell(due());
    await deliver();
    assert.equal(await countSubscriptions(), 4);
    assert.deepEqual(
      await states(),
      Array.from({ length: 4 }, () => 'sent sent'),
    );
    server.answer = answerWith(404);
    await tell(due());
    await deliver();
    assert.equal(await countSubscriptions(), 0);
    assert.deepEqual(reported, []);
  });

  it('are dropped with a line in the log when they are refused, which names no endpoint and no key', async () => {
    const phone = await subscribe();
    for (const status of [400, 413, 403]) {
      server.answer = answerWith(status);
      await tell(due());
      await deliver();
    }
    assert.deepEqual(
      reported,
      [400, 413, 403].map((status) => `A push was refused: status ${status}`),
    );
    assert.deepEqual(await states(), ['failed', 'failed', 'failed']);
    assert.equal(await countSubscriptions(), 1);
    assert.doesNotMatch(service.log.join(), new RegExp(new URL(phone.endpoint).pathname));
  });

  it('come later when the server asks for it, not sooner than it says and not later than six hours', async () => {
    const phone = await subscribe();
    server.answer = answerWith(429, { 'retry-after': '1200' });
    await tell(due());
    await deliver();
    server.answer = accept;
    wait(15 * minute);
    await deliver();
    assert.equal(server.received.length, 1);
    wait(6 * minute);
    await deliver();
    assert.equal(server.receivedBy(phone).length, 2);
    assert.deepEqual(await states(), ['sent sent']);
    server.answer = answerWith(503, { 'retry-after': '99999999' });
    await tell(due());
    await deliver();
    server.answer = accept;
    wait(6 * 60 * minute + minute);
    await deliver();
    assert.deepEqual(await states(), ['sent sent', 'sent sent']);
  });

  it('follow no redirect', async () => {
    const phone = await subscribe();
    server.answer = answerWith(307, { location: `${other.origin}/elsewhere` });
    await tell(due());
    await deliver();
    assert.equal(server.receivedBy(phone).length, 1);
    assert.equal(other.received.length, 0);
    assert.deepEqual(await states(), ['waiting']);
  });

  it('to a server that hangs hold up nobody else, and are tried again later', async () => {
    const people = ['resident', 'editor', 'moderator', 'newcomer', 'outsider'] as const;
    const hanging = await Promise.all(
      [...people, ...people, ...people, ...people].map((person) => subscribe(person, other)),
    );
    const phone = await subscribe('neighbour');
    other.answer = () => {};
    const accounts = people.map((person) => village.accounts[person]);
    await tell(due('Water', accounts));
    const run = deliver(new AbortController().signal, 3_000);
    // Only once the first run has taken its pushes: it would take the neighbour's, too.
    await waitUntil('the first run has begun', () => other.received.length > 0);
    await tell(due('Water', [village.accounts.neighbour]));
    await deliver();
    assert.equal(server.receivedBy(phone).length, 1, 'while the first run still waits');
    assert.ok(other.received.length > 0 && other.received.length <= 8, 'a few at a time');
    await run;
    const tried = other.received.length;
    assert.ok(tried < hanging.length, 'the rest was not tried at a server that is down');
    other.answer = accept;
    wait(3 * minute);
    await deliver();
    assert.deepEqual([...new Set(await states())], ['sent sent']);
  });

  it('to failing addresses of one account hold up nobody else on the same server', async () => {
    const failing = await Promise.all(Array.from({ length: 5 }, () => subscribe()));
    const own = await subscribe();
    const phone = await subscribe('neighbour');
    const paths = new Set(failing.map(({ endpoint }) => new URL(endpoint).pathname));
    server.answer = (path, reply) => (paths.has(path) ? answerWith(503) : accept)(path, reply);
    for (let round = 1; round <= 3; round += 1) {
      await tell(due('Water', [village.accounts.resident, village.accounts.neighbour]));
      await deliver();
      assert.equal(server.receivedBy(phone).length, round, 'to the neighbour');
      assert.equal(server.receivedBy(own).length, round, 'to a browser of the same account');
    }
    for (const each of failing)
      assert.equal(server.receivedBy(each).length, 1, 'a failing one is left alone');
    server.answer = accept;
    wait(3 * minute);
    await deliver();
    for (const each of failing) assert.equal(new Set(server.receivedBy(each).map(({ tag }) => tag)).size, 3);
  });

  it('whose answer is lost come again, recognisable as the same, and no others do', async () => {
    const phone = await subscribe();
    const neighbours = await subscribe('neighbour');
    const path = new URL(phone.endpoint).pathname;
    const breakOffs: ((reply: ServerResponse) => unknown)[] = [
      (reply) => reply.socket?.destroy(),
      (reply) => reply.socket?.end('HTTP/1.1 20'),
      (reply) => reply.socket?.end('HTTP/1.1 500 a fault of the test\r\ncontent-length: 9\r\n\r\n1'),
    ];
    for (const breakOff of breakOffs) {
      server.received.length = 0;
      server.answer = (at, reply) => (at === path ? void breakOff(reply) : accept(at, reply));
      await tell(due('Water', [village.accounts.resident, village.accounts.neighbour]));
      await deliver();
      assert.deepEqual((await states()).filter((state) => state === 'waiting').length, 1);
      server.answer = accept;
      wait(3 * minute);
      await deliver();
      const tags = server.receivedBy(phone).map(({ tag }) => tag);
      assert.deepEqual([tags.length, new Set(tags).size], [2, 1]);
      assert.equal(server.receivedBy(neighbours).length, 1);
      assert.ok((await states()).every((state) => state === 'sent sent'));
    }
    assert.equal(await countSubscriptions(), 2);
  });

  it('survive a server that is down', async () => {
    const phone = await subscribe();
    await service.db`update push_subscription set endpoint = replace(endpoint, ${new URL(server.origin).port}, '9')`;
    await tell(due());
    await deliver();
    assert.deepEqual(await states(), ['waiting']);
    await service.db`update push_subscription set endpoint = ${phone.endpoint}`;
    wait(3 * minute);
    await deliver();
    assert.equal(server.receivedBy(phone).length, 1);
  });

  it('are sent once by several workers at once, and a stopped one gives back what it has not begun', async () => {
    const phones = await Promise.all(Array.from({ length: 10 }, () => subscribe()));
    const stop = new AbortController();
    server.answer = (path, reply) => {
      stop.abort();
      accept(path, reply);
    };
    await tell(due());
    await tell(due());
    await tell(due());
    await Promise.all([deliver(stop.signal), deliver(stop.signal)]);
    assert.ok(server.received.length < 30, 'the rest was given back');
    await Promise.all([deliver(), deliver()]);
    for (const phone of phones) {
      const tags = server.receivedBy(phone).map(({ tag }) => tag);
      assert.equal(tags.length, 3);
      assert.equal(new Set(tags).size, 3);
    }
  });

  it('of a process that died become due again when their lease ends, under the same tag', async () => {
    const phone = await subscribe();
    await tell(due());
    // As a process leaves it that dies between sending and recording.
    await service.db`update push_item set due_at = ${now()}::timestamptz + interval '180 seconds'`;
    await deliver();
    assert.equal(server.received.length, 0);
    wait(4 * minute);
    await deliver();
    await deliver();
    assert.equal(server.receivedBy(phone).length, 1);
  });

  it('are given up after two days, and a browser that takes none for two weeks is forgotten', async () => {
    await subscribe();
    server.answer = answerWith(500);
    await tell(due());
    await deliver();
    wait(49 * 60 * minute);
    await deliver();
    assert.equal(server.received.length, 1);
    assert.deepEqual(await states(), ['failed']);
    wait(14 * 24 * 60 * minute);
    await tell(due());
    await deliver();
    assert.equal(await countSubscriptions(), 0);
  });

  it('that wait and browsers that fail are counted for operators', async () => {
    const metrics = async () =>
      [...(await (await fetch(`${service.url}/metrics`)).text()).matchAll(/^settlements_pushes\{.*$/gm)].map(
        ([line]) => line,
      );
    assert.equal((await checkPush(service.pool, now())).text, 'no browser has switched notifications on');
    await Promise.all([subscribe(), subscribe()]);
    server.answer = answerWith(503);
    await tell(due());
    await deliver();
    assert.deepEqual(await metrics(), [
      'settlements_pushes{state="waiting"} 2',
      'settlements_pushes{state="subscribed"} 2',
      'settlements_pushes{state="failing"} 2',
    ]);
    assert.equal((await checkPush(service.pool, now())).state, 'ok', 'not yet for long');
    wait(61 * minute);
    const { state, text } = await checkPush(service.pool, now());
    assert.equal(state, 'warning');
    assert.match(text, /^2 browsers .* 2 fail, 2 pushes wait: let this machine reach/);
    server.answer = accept;
    await deliver();
    assert.equal((await checkPush(service.pool, now())).state, 'ok');
  });

  it('are not sent when the session has expired', async () => {
    await subscribe();
    await tell(due());
    await service.db`update session set expires_at = ${now()}`;
    await deliver();
    assert.equal(server.received.length, 0);
  });

  it('count for the households of an announcement only when the server has accepted them', async () => {
    await subscribe();
    const { editor } = village.clients;
    const settlement = village.settlement.slug;
    const text = { settlement, kind: 'announcement', visibility: 'residents', body: 'Tomorrow.' } as const;
    const { data: article } = await editor.write_article({ ...text, title: 'Road works' });
    await editor.publish_article({ settlement, article: article.id });
    await service.db`delete from announcement_delivery`;
    const eventId = newId();
    await service.db`
      insert into announcement_event (event_id, article_id, settlement_id, happened_at)
      values (${eventId}, ${article.id}, ${village.settlement.id}, ${now()})`;
    await service.db`
      insert into announcement_household (event_id, parcel_id)
      values (${eventId}, ${village.plots.resident}), (${eventId}, ${village.plots.neighbour})`;
    const content = {
      eventId,
      topic: 'reminders',
      key: 'notifications.announcement_published',
      replacements: { title: 'Road works' },
      url: '/notifications',
      at: now(),
    };
    const told = { account: village.accounts.resident, notification: newId(), due: null, push: true };
    await insertNotifications(service.db, content, [told]);
    const pushedAt = async () =>
      (
        await service.db<{ at: Date | null }[]>`
          select push_at as at from announcement_household where event_id = ${eventId} order by push_at nulls last`
      ).map(({ at }) => at !== null);
    server.answer = answerWith(503);
    await deliver();
    assert.deepEqual(await pushedAt(), [false, false]);
    server.answer = accept;
    wait(3 * minute);
    await deliver();
    assert.deepEqual(await pushedAt(), [true, false]);
  });
});
