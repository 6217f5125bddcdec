import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type EventStream, openEventStream } from '../harness/event-stream.ts';
import { startService, type TestService } from '../harness/service.ts';
import { type Browser, openBrowser } from '../oauth/browser.ts';
import { type OAuthTestClient, password, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';

describe('the event stream of pages', () => {
  let actors: OAuthTestClient;
  let service: TestService;
  /** Second instance on the same database. */
  let other: TestService;
  const open: EventStream[] = [];
  before(async () => {
    service = await startService({}, { streamHeartbeatMilliseconds: 50 });
    actors = await prepareOAuthTestClient(service);
    const database = { pool: service.pool, drop: async () => {} };
    other = await startService({}, { streamHeartbeatMilliseconds: 50, database });
  });
  after(() => {
    for (const stream of open) stream.close();
  });

  async function signIn(name: string, at = service): Promise<Browser> {
    const browser = openBrowser(at);
    const login = await browser.get('/login');
    const done = await browser.submit(login, '/login', { email: `${name}@example.org`, password });
    assert.equal(done.status, 303);
    return browser;
  }
  async function listen(browser: Browser | null, at = service): Promise<EventStream> {
    const cookie = [...(browser?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
    const stream = await openEventStream(`${at.url}/events`, { cookie });
    open.push(stream);
    return stream;
  }
  const isMessage = ({ event, data }: EventStream['events'][number]) =>
    event === 'notification' && data.key === 'notifications.message_received';

  it('sends a user only their own notifications, also from another instance', async () => {
    const mine = await listen(await signIn('resident', other), other);
    const theirs = await listen(await signIn('editor', other), other);
    assert.deepEqual((await mine.waitFor(({ event }) => event === 'unread')).data, { unread: 0 });
    const { neighbour } = actors.village.clients;
    const write = (body: string) =>
      neighbour.send_message({ to: 'person', account: actors.village.accounts.resident, body });
    await write('Яблоки у калитки.');
    await mine.waitFor(isMessage);
    const rings = () => mine.events.filter(({ data }) => data.unread === 1).length;
    await mine.waitFor(() => rings() === 1);
    await write('И груши.');
    await mine.waitFor(() => rings() === 2);
    assert.equal(
      mine.events.filter(isMessage).length,
      1,
      'a further message rings and is no second notification',
    );
    assert.ok(!theirs.events.some(isMessage));
  });

  it('authenticates by session cookie only, for the host of the session', async () => {
    assert.equal((await listen(null)).status, 401);
    const token = await service.token(actors.village.accounts.resident, ['mcp:read']);
    const bearer = await openEventStream(`${service.url}/events`, { authorization: `Bearer ${token}` });
    assert.equal(bearer.status, 401);
    const browser = await signIn('resident');
    const elsewhere = await listen(browser, other);
    assert.equal(elsewhere.status, 401, 'a session belongs to the host it began at');
  });

  it('ends after signing out, and when the session is revoked elsewhere', async () => {
    const [here, there] = [await signIn('company'), await signIn('company')];
    const [first, second] = [await listen(here), await listen(there)];
    await first.waitFor(({ event }) => event === 'unread');
    const more = await here.get('/more');
    assert.equal((await here.submit(more, '/logout')).status, 303);
    await first.ended;
    const again = await signIn('company');
    await again.submit(await again.get('/account/sessions'), '/account/sessions/revoke-others');
    await second.ended;
    assert.equal((await listen(here)).status, 401);
  });

  it('allows ten streams per account, together with those of API tokens', async () => {
    const browser = await signIn('moderator');
    const token = await service.token(actors.village.accounts.moderator, ['mcp:read']);
    const listenByToken = async () => {
      const stream = await openEventStream(`${service.url}/api/v1/notifications/stream`, {
        authorization: `Bearer ${token}`,
      });
      open.push(stream);
      return stream;
    };
    const statuses: number[] = [];
    for (let number = 0; number < 12; number += 1)
      statuses.push((await (number % 2 === 0 ? listen(browser) : listenByToken())).status);
    assert.deepEqual(statuses, [...Array<number>(10).fill(200), 429, 429]);
  });
});
