import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { paths } from '../../src/base/site/paths.ts';
import { createClient } from '../../src/entry/client/client.ts';
import { deliverPushes } from '../../src/features/push/push-delivery.ts';
import { PushServers } from '../../src/features/push/push-servers.ts';
import { insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import { type EventStream, openEventStream } from '../harness/event-stream.ts';
import { startService, type TestService } from '../harness/service.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { openBrowser } from '../oauth/browser.ts';
import { type OAuthTestClient, password, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { createPushGuard, type PushServer, startPushServer } from '../push/push-test-server.ts';
import { subscribeBrowser } from '../push/subscribed-browser.ts';

const settlement = 'berezka';

describe('notifications of two instances on one database', () => {
  let actors: OAuthTestClient;
  let first: TestService;
  let second: TestService;
  let server: PushServer;
  let stream: EventStream;
  let token: string;
  before(async () => {
    server = await startPushServer('push.example');
    const pushGuard = createPushGuard([server]);
    first = await startService({}, { pushGuard });
    second = await startService({}, { pushGuard, database: { pool: first.pool, drop: async () => {} } });
    actors = await prepareOAuthTestClient(first);
    const { accounts, settlement: place } = actors.village;
    await insertSettlementRole(first.db, place.id, accounts.neighbour, 'editor', new Date());
    token = await first.token(accounts.neighbour);
    stream = await openEventStream(`${second.url}/api/v1/notifications/stream`, {
      authorization: `Bearer ${token}`,
    });
  });
  after(() => stream?.close());

  const neighbour = (at: TestService) => createClient({ baseUrl: at.url, token });
  const unread = async (at: TestService) => (await neighbour(at).list_notifications({})).unread;
  const claim = async () =>
    (await actors.village.clients.newcomer.request_residency({ settlement, parcel: '3', role: 'owner' })).data
      .id;
  const pushFrom = (service: TestService) => {
    const { guard, keys } = service.app.services.push;
    const now = () => new Date();
    return deliverPushes({
      pool: service.pool,
      guard,
      keys,
      baseUrl: service.url,
      timeoutMs: 120_000,
      servers: new PushServers(now),
      signal: new AbortController().signal,
      now,
      report: (error) => assert.fail(error),
    });
  };
  /** The number on the bell of a page. */
  const signIn = async (service: TestService) => {
    const browser = openBrowser(service);
    const page = await browser.get(paths.login);
    await browser.submit(page, paths.login, { email: 'neighbour@example.org', password });
    return async () => Number(/data-unread="(\d+)"/.exec((await browser.get(paths.more)).html)?.[1]);
  };

  it('end in bell, stream, badge, digest and push of the other when one decides', async () => {
    const { accounts, clients } = actors.village;
    await neighbour(second).set_notification_preferences({ digest: 'daily' });
    const phone = await subscribeBrowser(second, accounts.neighbour, server, {
      now: () => new Date(),
      newId: second.newId,
    });
    const badge = await signIn(second);
    const resident = await claim();
    await stream.waitFor(({ data }) => data.unread === 1);
    assert.equal(await badge(), 1);
    await pushFrom(second);
    assert.equal(server.receivedBy(phone).length, 1);
    const items = () => first.db`select 1 from letter_item where account_id = ${accounts.neighbour}`;
    assert.equal((await items()).length, 1, 'waits for the digest');

    const seen = stream.events.length;
    await clients.editor.confirm_resident({ settlement, resident });
    await waitUntil('the stream says that nothing is unread', () =>
      stream.events.slice(seen).find(({ data }) => data.unread === 0),
    );
    assert.equal(await unread(second), 0);
    assert.equal(await badge(), 0);
    const [told] = (await neighbour(second).list_notifications({})).notifications;
    assert.deepEqual([told?.ended?.outcome, told?.ended?.by], ['confirmed', 'Editor I.']);
    assert.equal((await items()).length, 0, 'no digest tells of it');
    await pushFrom(second);
    const [shown, ending] = server.receivedBy(phone) as Record<string, unknown>[];
    assert.deepEqual([ending?.tag, ending?.silent], [shown?.tag, true], 'replaces the one on the screen');
  });

  it('that are read at one are read at the other', async () => {
    const { editor } = actors.village.clients;
    const assignees = [actors.village.accounts.neighbour];
    const before = stream.events.length;
    const { data: task } = await editor.write_task({ settlement, title: 'Открыть ворота', assignees });
    const isSaid = (after: number, count: number) => () =>
      stream.events.slice(after).find(({ data }) => data.unread === count);
    await waitUntil('the stream says that one is unread', isSaid(before, 1));
    const seen = stream.events.length;
    const badge = await signIn(second);
    assert.equal(await badge(), 1);
    await neighbour(first).show_task({ task: task.id });
    await waitUntil('the stream says that it is read', isSaid(seen, 0));
    assert.equal(await unread(second), 0);
    assert.equal(await badge(), 0);
  });
});
