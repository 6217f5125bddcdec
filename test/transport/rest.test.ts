import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { before, describe, it } from 'node:test';
import { insertSettlement } from '../../src/store/land/settlements.ts';
import { sweepExpired } from '../../src/store/system/expiry.ts';
import { withClockOffset } from '../harness/clock.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';

describe('REST', () => {
  let service: TestService;
  let village: Village;
  let token: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    token = await service.token(village.accounts.resident);
  });
  const get = (path: string, headers: Record<string, string> = {}) => fetch(service.url + path, { headers });
  const bearer = () => ({ authorization: `Bearer ${token}` });

  it('responds in the requested language', async () => {
    const message = async (language: string) =>
      (
        (await (await get('/api/v1/settlements/none', { 'accept-language': language })).json()) as {
          message: string;
        }
      ).message;
    assert.equal(await message('ru-RU,ru;q=0.9'), 'Такого посёлка нет.');
    assert.equal(await message('de'), 'There is no such village.');
    assert.equal(await message('en;q=0.5, ru;q=0.9'), 'Такого посёлка нет.');
  });

  it('refuses an invalid token everywhere, also where none is needed', async () => {
    for (const value of [
      'Bearer nonsense',
      'Bearer ',
      'Basic eDp5',
      `Bearer ${token}x`,
      'Bearer stl_rt_abc',
    ]) {
      assert.equal((await get('/api/v1/settlements', { authorization: value })).status, 401, value);
      assert.equal((await get('/api/v1/me', { authorization: value })).status, 401, value);
    }
    assert.equal((await get('/api/v1/me')).status, 401);
    assert.equal((await get(`/api/v1/me?access_token=${token}`)).status, 401);
  });

  it('names the missing scope of a token', async () => {
    const reader = await service.token(village.accounts.resident, ['mcp:read']);
    const reply = await fetch(`${service.url}/api/v1/me`, {
      method: 'PATCH',
      body: '{}',
      headers: { authorization: `Bearer ${reader}`, 'content-type': 'application/json' },
    });
    assert.equal(reply.status, 403);
    assert.match(((await reply.json()) as { message: string }).message, /mcp:write/);
  });

  it('refuses an expired and a revoked token', async () => {
    const own = await service.token(village.accounts.neighbour);
    assert.equal((await get('/api/v1/me', { authorization: `Bearer ${own}` })).status, 200);
    const expired = await withClockOffset(service, 366 * 86_400_000, () =>
      get('/api/v1/me', { authorization: `Bearer ${own}` }),
    );
    assert.equal(expired.status, 401);
  });

  it('sends an ETag for public reads and 304 for unchanged ones', async () => {
    const first = await get('/api/v1/settlements');
    const etag = first.headers.get('etag') as string;
    assert.match(etag, /^"[\w-]+"$/);
    const again = await get('/api/v1/settlements', { 'if-none-match': `"x", ${etag}` });
    assert.equal(again.status, 304);
    assert.equal(await again.text(), '');
    assert.equal((await get('/api/v1/settlements?q=бер', { 'if-none-match': etag })).status, 200);
    assert.equal((await get('/api/v1/me', bearer())).headers.get('etag'), null);
  });

  it('sends security headers, a request id, and compresses', async () => {
    const reply = await get('/api/v1/settlements');
    assert.equal(reply.headers.get('x-content-type-options'), 'nosniff');
    assert.ok(reply.headers.get('x-request-id'));
    const page = await get('/openapi.json', { 'accept-encoding': 'br' });
    assert.equal(page.headers.get('content-encoding'), 'br');
  });

  it('reads an integer above 2^53 from the query without losing digits', async () => {
    // A double can represent the first and the third of them, and rounds the second to the first.
    const ids = ['9007199254740992', '9007199254740993', '9007199254740994'];
    for (const id of ids)
      await insertSettlement(service.db, {
        id,
        slug: `s${id}`,
        name: id,
        kind: 'village',
        status: 'populated',
        placeId: village.places.district,
        address: '',
        timeZone: 'Europe/Moscow',
        createdAt: new Date(),
      });
    const reply = await get('/api/v1/settlements?kind=village&cursor=9007199254740993');
    assert.equal(reply.status, 200);
    const { settlements } = (await reply.json()) as { settlements: { id: string }[] };
    assert.deepEqual(
      settlements.map(({ id }) => id),
      ['9007199254740994'],
    );
  });

  it('repeats the first response for the same Idempotency-Key, and refuses the key for another request', async () => {
    const save = (key: string, body: object) =>
      fetch(`${service.url}/api/v1/settings/interface`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { ...bearer(), 'content-type': 'application/json', 'idempotency-key': key },
      });
    const first = await save('k1', { skin: 'dark' });
    assert.equal(first.status, 201);
    const body = await first.text();
    await save('k2', { skin: 'light' });
    const again = await save('k1', { skin: 'dark' });
    assert.equal(again.status, 201);
    assert.equal(await again.text(), body);
    const settings = (await (await get('/api/v1/settings/interface', bearer())).json()) as { skin: string };
    assert.equal(settings.skin, 'light', 'the repeat changed nothing');
    assert.equal((await save('k1', { skin: 'other' })).status, 422);
    assert.equal((await save('bad key', { skin: 'other' })).status, 422);
    const many = await Promise.all(Array.from({ length: 20 }, () => save('k3', { skin: 'same' })));
    assert.deepEqual([...new Set(many.map((reply) => reply.status))], [201]);
    const narrow = await fetch(`${service.url}/api/v1/settings/interface`, {
      method: 'POST',
      body: JSON.stringify({ skin: 'dark' }),
      headers: {
        authorization: `Bearer ${await service.token(village.accounts.resident, ['mcp:read', 'mcp:write'])}`,
        'content-type': 'application/json',
        'idempotency-key': 'k1',
      },
    });
    assert.equal(narrow.status, 422, 'a token of other scopes is not given the reply');
    const kept = await withClockOffset(service, 6 * 86_400_000, async () => {
      await sweepExpired(service.db, new Date(Date.now() + service.clock.offset));
      return save('k1', { skin: 'other' });
    });
    assert.equal(kept.status, 422, 'kept for seven days');
    const free = await withClockOffset(service, 8 * 86_400_000, () => save('k1', { skin: 'other' }));
    assert.equal(free.status, 201, 'then the key is free');
  });

  it('responds to unknown paths with a page for browsers and JSON for programs', async () => {
    const page = await get('/nowhere', { accept: 'text/html', 'accept-language': 'ru' });
    assert.equal(page.status, 404);
    assert.match(await page.text(), /<html lang="ru"/);
    const json = await get('/nowhere', { accept: 'application/json' });
    assert.equal(typeof ((await json.json()) as { message: string }).message, 'string');
  });

  const askWithHosts = (at: string, headers: string[], path = '/api/v1/settlements') =>
    new Promise<number>((done, fail) => {
      const { hostname, port } = new URL(at);
      const request = httpRequest({ hostname, port, path, setHost: false }, (reply) => {
        reply.resume();
        done(reply.statusCode ?? 0);
      });
      request.on('error', fail);
      if (headers.length > 0)
        request.setHeader('host', headers.length === 1 ? (headers[0] as string) : headers);
      request.end();
    });

  it('accepts only its own hosts', async () => {
    const ask = (headers: string[], path?: string) => askWithHosts(service.url, headers, path);
    const { port } = new URL(service.url);
    assert.equal(await ask([`127.0.0.1:${port}`]), 200);
    assert.equal(await ask([`localhost:${port}`]), 200);
    assert.equal(await ask([`berezka.localhost:${port}`]), 200);
    assert.equal(await ask([`nowhere.localhost:${port}`]), 421);
    assert.equal(await ask([`a.berezka.localhost:${port}`]), 421);
    assert.equal(await ask(['evil.example']), 421);
    assert.equal(await ask([`127.0.0.1:${port}`, 'evil.example']), 400);
    // A load balancer addresses a machine by its IP address.
    for (const path of ['/health', '/health/live', '/health/ready'])
      assert.equal(await ask(['10.0.0.7:3000'], path), 200);
    // Until the public address is set, the operator may come by any address of the machine; names can be rebound.
    assert.equal(await ask(['10.0.0.7:3000']), 200);
    assert.equal(await ask(['[2001:db8::7]:3000']), 200);
    for (const host of ['10.0.0.7.evil.example', '10.0.0.7:3000:1', '[evil]', '1.2.3'])
      assert.equal(await ask([host]), 421, host);
  });

  it('accepts only the public address once it is set, and loopback at the port of the service', async () => {
    const { app } = await startService({ BASE_URL: 'https://village.example' });
    const { port } = app.server.server.address() as { port: number };
    const at = `http://127.0.0.1:${port}`;
    assert.equal(await askWithHosts(at, ['village.example']), 200);
    assert.equal(await askWithHosts(at, [`127.0.0.1:${port}`]), 200);
    assert.equal(await askWithHosts(at, ['10.0.0.7:3000']), 421);
    assert.equal(await askWithHosts(at, ['10.0.0.7:3000'], '/metrics'), 421);
    assert.equal(await askWithHosts(at, ['10.0.0.7:3000'], '/health'), 200);
  });

  it('keeps tokens and secrets out of the log', () => {
    const text = service.log.join('');
    assert.doesNotMatch(text, /stl_pat_|stl_at_/);
  });
});

describe('rate limits', () => {
  it('are sent in headers with every API response, whatever is wrong with the request', async () => {
    const service = await startService({ RATE_LIMITS: 'api_account=20,api_public=20' });
    const village = await buildVillage(service);
    const authorization = `Bearer ${await service.token(village.accounts.resident)}`;
    const save = (key: string, skin: string) =>
      fetch(`${service.url}/api/v1/settings/interface`, {
        method: 'POST',
        body: JSON.stringify({ skin }),
        headers: { authorization, 'content-type': 'application/json', 'idempotency-key': key },
      });
    const get = (path: string, headers = {}) => fetch(`${service.url}/api/v1${path}`, { headers });
    const mine: [number, () => Promise<Response>][] = [
      [201, () => save('k1', 'dark')],
      [422, () => save('k1', 'light')],
      [422, () => save('bad key', 'light')],
      [404, () => get('/%ff', { authorization })],
    ];
    const anybodys: [number, () => Promise<Response>][] = [
      [404, () => get('/%ff')],
      [404, () => get('/settlements/%')],
      [404, () => get('/%E0%A4%A?q=%ff')],
      [404, () => get(`/settlements/${'x'.repeat(600)}`)],
      [404, () => get('')],
      [401, () => get('/%ff', { authorization: 'Bearer wrong' })],
    ];
    for (const requests of [mine, anybodys]) {
      for (const [index, [status, ask]] of requests.entries()) {
        const reply = await ask();
        assert.equal(reply.status, status, `${index}: ${await reply.text()}`);
        assert.equal(reply.headers.get('ratelimit-limit'), '20', `${index}`);
        assert.equal(reply.headers.get('ratelimit-remaining'), String(19 - index), 'counted');
        assert.ok(Number(reply.headers.get('ratelimit-reset')) > 0);
      }
    }
  });

  it('count per account and per address before any work, and set headers', async () => {
    const service = await startService({ RATE_LIMITS: 'api_public=3,api_account=5' });
    const village = await buildVillage(service);
    const token = await service.token(village.accounts.resident);
    const statuses: number[] = [];
    for (let index = 0; index < 4; index += 1) {
      const reply = await fetch(`${service.url}/api/v1/settlements`);
      statuses.push(reply.status);
      assert.equal(reply.headers.get('ratelimit-limit'), '3');
      assert.equal(reply.headers.get('ratelimit-remaining'), String(Math.max(0, 2 - index)));
      assert.ok(Number(reply.headers.get('ratelimit-reset')) > 0);
      if (reply.status === 429) assert.ok(Number(reply.headers.get('retry-after')) > 0);
    }
    assert.deepEqual(statuses, [200, 200, 200, 429]);
    const withToken = () =>
      fetch(`${service.url}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } });
    const own = [];
    for (let index = 0; index < 6; index += 1) own.push((await withToken()).status);
    assert.deepEqual(own, [200, 200, 200, 200, 200, 429]);
    assert.equal(
      (await fetch(`${service.url}/api/v1/me`, { headers: { authorization: 'Bearer wrong' } })).status,
      429,
      'guessing tokens is counted by address',
    );
    assert.equal(
      (await withClockOffset(service, 61_000, withToken)).status,
      200,
      'a minute later it is full again',
    );
  });
});
