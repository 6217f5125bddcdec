import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { toRateLimitAddress } from '../../src/entry/transport/rate-limit.ts';
import { createRedirectRules } from '../../src/features/oauth/redirect-rules.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';
import { openBrowser } from '../oauth/browser.ts';
import { listEmailsTo, waitForAccountRequests } from './mailbox.ts';

describe('rate limits of pages', () => {
  it('limit emails by network address and by mailbox', async () => {
    const service = await startService({ RATE_LIMITS: 'costly=12,emails=3' }, { jobs: true });
    const village = await buildVillage(service);
    const browser = openBrowser(service);
    const form = await browser.get('/forgot');
    const statuses: number[] = [];
    for (let index = 0; index < 14; index += 1)
      statuses.push((await browser.submit(form, '/forgot', { email: 'resident@example.org' })).status);
    assert.deepEqual(statuses, [...Array(12).fill(303), 429, 429]);
    await waitForAccountRequests(service);
    const letters = await listEmailsTo(service, 'resident@example.org');
    assert.equal(letters.length, 3, 'one mailbox is written to three times an hour here');
    const codes =
      await service.db`select 1 from account_code where account_id = ${village.accounts.resident}`;
    assert.equal(codes.length, 3, 'and no link is made that nobody gets');
    const late = await browser.submit(form, '/forgot', { email: 'other@example.org' });
    assert.equal(late.status, 429);
    assert.ok(Number(late.headers.get('retry-after')) > 0);
    // Viewing pages has a rate limit of its own.
    assert.equal((await browser.get('/forgot')).status, 200);
  });

  it('count only emails that are written, each purpose separately', async () => {
    const service = await startService({ RATE_LIMITS: 'costly=1000,letters=2' }, { jobs: true });
    await buildVillage(service);
    const browser = openBrowser(service);
    const ask = async (email: string) => browser.submit(await browser.get('/forgot'), '/forgot', { email });
    const register = async (email: string) => {
      const fields = { email, display_name: 'Somebody', password: 'a long enough one' };
      return browser.submit(await browser.get('/register'), '/register', fields);
    };
    const pages = new Set<string>();
    for (let index = 0; index < 5; index += 1)
      for (const email of ['nobody-yet@example.org', 'resident@example.org']) {
        const { status, location } = await ask(email);
        pages.add(`${status} ${location}`);
      }
    assert.deepEqual([...pages], ['303 /check-mail'], 'a page tells nothing apart');
    for (const email of ['nobody-yet@example.org', 'resident@example.org']) await register(email);
    await waitForAccountRequests(service);
    const subjects = async (email: string) =>
      (await listEmailsTo(service, email)).map(({ subject }) => subject).reverse();
    assert.deepEqual(await subjects('nobody-yet@example.org'), ['Confirm your address']);
    assert.deepEqual(await subjects('resident@example.org'), [
      'A new password',
      'A new password',
      'You already have an account',
    ]);
  });

  it('limit registration of accounts and of OAuth clients', async () => {
    const service = await startService({ RATE_LIMITS: 'costly=2' });
    const browser = openBrowser(service);
    const form = await browser.get('/register');
    const fields = { display_name: 'X', password: 'a long enough one' };
    for (const status of [303, 303, 429])
      assert.equal(
        (await browser.submit(form, '/register', { email: `${status}@example.org`, ...fields })).status,
        status,
      );
    const register = (extra: object = {}) =>
      fetch(`${service.url}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_name: 'x', redirect_uris: ['http://127.0.0.1/cb'], ...extra }),
      });
    assert.deepEqual(
      [
        (await register()).status,
        (await register({ x: 'y'.repeat(20_000) })).status,
        (await register()).status,
      ],
      [201, 400, 429],
    );
  });

  it('count pages per account or address, send headers, and count unknown paths', async () => {
    const service = await startService({ RATE_LIMITS: 'page_public=4,api_public=2' });
    const first = await fetch(`${service.url}/knowledge`);
    assert.equal(first.headers.get('ratelimit-remaining'), '3');
    await fetch(`${service.url}/docs`);
    const missing = await fetch(`${service.url}/nothing-here`);
    assert.deepEqual([missing.status, missing.headers.get('ratelimit-remaining')], [404, '1']);
    await fetch(`${service.url}/login`);
    const refused = await fetch(`${service.url}/login`);
    assert.equal(refused.status, 429);
    assert.match(refused.headers.get('content-type') ?? '', /text\/html/);
    const unknown = await fetch(`${service.url}/api/v1/nothing`, { method: 'POST', body: 'x' });
    assert.deepEqual([unknown.status, unknown.headers.get('ratelimit-remaining')], [404, '1']);
    const unread = await fetch(`${service.url}/api/v1/messages`, {
      method: 'POST',
      body: '{',
      headers: { 'content-type': 'application/json' },
    });
    assert.deepEqual([unread.status, unread.headers.get('ratelimit-remaining')], [401, '0']);
  });

  it('ignore the port that a proxy adds to an address', () => {
    assert.equal(toRateLimitAddress('192.0.2.1:4711'), '192.0.2.1');
    assert.equal(toRateLimitAddress('[2001:db8:1:2:3::4]:4711'), toRateLimitAddress('2001:db8:1:2:9::9'));
  });
});

describe('input checks and headers of pages', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(service.url + path, { headers, redirect: 'manual' });

  it('repeated query parameters count as missing', async () => {
    for (const path of ['/login?next=a&next=b', '/confirm?token=a&token=b', '/reset?token=a&token=b'])
      assert.ok((await get(path)).status < 500, path);
    for (const path of ['/?q=a&q=b', '/knowledge?search=a&search=b', '/register?next=a&next=b'])
      assert.equal((await get(path)).status, 200, path);
  });

  it('a NUL byte in a form is refused at its field', async () => {
    const browser = openBrowser(service);
    const fields = { email: 'zero@example.org', display_name: 'a\0b', password: 'a long enough one' };
    assert.equal((await browser.submit(await browser.get('/register'), '/register', fields)).status, 422);
    const login = { email: 'a\0b@example.org', password: 'x' };
    assert.equal((await browser.submit(await browser.get('/login'), '/login', login)).status, 422);
  });

  it('pages with secrets are not cached, and the feed sets no cookie', async () => {
    for (const path of ['/login', '/register', '/reset?token=x', '/confirm?token=x'])
      assert.equal((await get(path)).headers.get('cache-control'), 'no-store', path);
    const feed = await get(`/settlements/${village.settlement.slug}/articles.atom`);
    assert.equal(feed.status, 200);
    assert.match(feed.headers.get('cache-control') ?? '', /public/);
    assert.equal(feed.headers.get('set-cookie'), null);
  });

  it('metrics are served to this machine only', async () => {
    assert.equal((await get('/metrics')).status, 200);
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
      assert.equal((await get('/metrics', { [name]: '203.0.113.7' })).status, 404, name);
    const proxied = await startService({ TRUST_PROXY: '127.0.0.1' });
    const outside = await fetch(`${proxied.url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.7' } });
    assert.equal(outside.status, 404);
  });

  it('a 401 of REST says how to get a token', async () => {
    const none = await get('/api/v1/me');
    assert.match(none.headers.get('www-authenticate') ?? '', /^Bearer resource_metadata="http/);
    const bad = await get('/api/v1/me', { authorization: 'Bearer nonsense' });
    assert.match(bad.headers.get('www-authenticate') ?? '', /error="invalid_token"/);
    const reader = await service.token(village.accounts.resident, ['mcp:read']);
    const narrow = await fetch(`${service.url}/api/v1/me`, {
      method: 'PATCH',
      body: '{}',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${reader}` },
    });
    assert.match(narrow.headers.get('www-authenticate') ?? '', /insufficient_scope.*mcp:write/);
  });

  it('HSTS is sent over https only', async () => {
    assert.equal((await get('/login')).headers.get('strict-transport-security'), null);
    const secure = await startService({ BASE_URL: 'https://dacha.example' });
    const reply = await fetch(`http://127.0.0.1:${new URL(service.url).port}/login`);
    assert.equal(reply.headers.get('strict-transport-security'), null);
    const inject = await secure.app.server.inject({ url: '/login', headers: { host: 'dacha.example' } });
    assert.match(String(inject.headers['strict-transport-security']), /max-age=\d{7,}/);
  });

  it('a redirect URI with port 0 is refused', () => {
    const rules = createRedirectRules([]);
    assert.equal(rules.isAllowed('http://127.0.0.1:0/'), false);
    assert.equal(rules.isAllowed('http://127.0.0.1:1/'), true);
  });

  it('the error page for an OAuth client names the error', async () => {
    const query = new URLSearchParams({
      client_id: 'http://127.0.0.1/x',
      redirect_uri: 'http://127.0.0.1/cb',
      response_type: 'code',
    });
    const reply = await get(`/oauth/authorize?${query}`);
    assert.equal(reply.status, 400);
    assert.match(await reply.text(), /invalid_client/);
  });
});
