import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { before, describe, it } from 'node:test';
import { createAccountRequestsWorker } from '../../../src/features/accounts/account-requests.ts';
import { withClockOffset } from '../../harness/clock.ts';
import { drainQueue } from '../../harness/jobs.ts';
import { startService } from '../../harness/service.ts';
import { openBrowser } from '../../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../../oauth/oauth-test-client.ts';

const day = 86_400_000;

describe('access', () => {
  let actors: OAuthTestClient;
  before(async () => {
    // An empty RATE_LIMITS leaves every limit at its default.
    const settings = { RATE_LIMITS: '', REDIRECT_ALLOW: 'dacha:', TRUST_PROXY: '127.0.0.1' };
    actors = await prepareOAuthTestClient(await startService(settings));
  });
  const ask = (path: string, token?: string, address?: string) =>
    fetch(actors.service.url + path, {
      ...(path.startsWith('/mcp/') && {
        method: 'POST',
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
      }),
      headers: {
        ...(path.startsWith('/mcp/') && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(address && { 'x-forwarded-for': address }),
      },
    });
  const left = async (path: string, token?: string, address?: string) => {
    const { headers } = await ask(path, token, address);
    return [headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')];
  };

  it('with a token is limited to 300 requests a minute of an account, 120 to its MCP servers', async () => {
    const { accounts } = actors.village;
    const [one, two] = [
      await actors.service.token(accounts.editor),
      await actors.service.token(accounts.editor),
    ];
    const other = await actors.service.token(accounts.outsider);
    for (const [path, limit] of [
      ['/api/v1/me', 300],
      ['/mcp/resident', 120],
    ] as const) {
      assert.deepEqual(await left(path, one), [`${limit}`, `${limit - 1}`], path);
      assert.deepEqual(await left(path, two), [`${limit}`, `${limit - 2}`], 'two tokens of one account');
      assert.deepEqual(await left(path, other), [`${limit}`, `${limit - 1}`], 'another account');
    }
  });

  it('without a token is limited to 60 requests a minute of an address, 30 to the public MCP server', async () => {
    for (const [path, limit] of [
      ['/api/v1/settlements', 60],
      ['/mcp/public', 30],
    ] as const) {
      const from = (address: string) => left(path, undefined, address);
      assert.deepEqual(await from('203.0.113.5'), [`${limit}`, `${limit - 1}`], path);
      assert.deepEqual(await from('203.0.113.5'), [`${limit}`, `${limit - 2}`], path);
      assert.deepEqual(await from('203.0.113.6'), [`${limit}`, `${limit - 1}`], 'another address');
    }
  });

  it('over a limit is 429 until the minute is over', async () => {
    const token = await actors.service.token(actors.village.accounts.neighbour);
    for (let count = 0; count < 120; count += 1)
      assert.equal((await ask('/mcp/resident', token)).status, 200, String(count));
    assert.equal((await ask('/mcp/resident', token)).status, 429);
    assert.equal((await ask('/api/v1/me', token)).status, 200, 'REST is counted by itself');
    await withClockOffset(actors.service, 61_000, async () =>
      assert.equal((await ask('/mcp/resident', token)).status, 200),
    );
  });

  it('of OAuth lasts a day, and can be refreshed for 30 days', async () => {
    const tokens = await actors.obtainTokens();
    const at = (offset: number) =>
      withClockOffset(
        actors.service,
        offset,
        async () => (await ask('/api/v1/me', tokens.access_token)).status,
      );
    assert.deepEqual([await at(day - 60_000), await at(day + 60_000)], [200, 401]);
    const refresh = (offset: number, refresh_token: string | undefined) =>
      withClockOffset(actors.service, offset, () =>
        actors.exchange({ grant_type: 'refresh_token', refresh_token }),
      );
    const late = await actors.obtainTokens();
    assert.equal((await refresh(30 * day + 60_000, late.refresh_token)).body.error, 'invalid_grant');
    assert.equal((await refresh(30 * day - 60_000, tokens.refresh_token)).status, 200);
  });

  it('by a personal token is for one year unless another lifetime is chosen', async () => {
    const browser = await actors.signIn();
    const page = await browser.get('/account/tokens');
    const select = /<select[^>]*name="days"[\s\S]*?<\/select>/.exec(page.html)?.[0] ?? '';
    const proposed = [...select.matchAll(/<option\b([^>]*)>/g)]
      .map(([, attributes = '']) => attributes)
      .filter((attributes) => /\bselected\b/.test(attributes));
    assert.equal(proposed.length, 1, select);
    assert.match(proposed[0] ?? '', /value="365"/);
    for (const days of ['365', '30']) {
      const sent = { name: `for ${days} days`, scopes: ['mcp:read'], days };
      await browser.submit(page, '/account/tokens', sent);
      const shown = await browser.get('/account/tokens');
      const token = /stl_pat_[\w-]{43}/.exec(shown.html)?.[0] ?? assert.fail('not shown');
      const at = (offset: number) =>
        withClockOffset(actors.service, offset, async () => (await ask('/api/v1/me', token)).status);
      const lifetime = Number(days) * day;
      assert.deepEqual([await at(lifetime - 60_000), await at(lifetime + 60_000)], [200, 401], days);
    }
  });

  it('is described by the metadata of the authorization server', async () => {
    const { url } = actors.service;
    const reply = await fetch(`${url}/.well-known/oauth-authorization-server`);
    const metadata = (await reply.json()) as Record<string, unknown>;
    assert.deepEqual(
      [
        metadata.issuer,
        metadata.authorization_endpoint,
        metadata.token_endpoint,
        metadata.registration_endpoint,
      ],
      [url, `${url}/oauth/authorize`, `${url}/oauth/token`, `${url}/oauth/register`],
    );
    assert.deepEqual(metadata.code_challenge_methods_supported, ['S256']);
    assert.deepEqual(metadata.response_types_supported, ['code']);
  });

  it('has metadata built from the host that was asked', async () => {
    const { port } = new URL(actors.service.url);
    const host = `${actors.village.settlement.slug}.localhost:${port}`;
    const read = (path: string) =>
      new Promise<Record<string, unknown>>((resolve, reject) => {
        const request = httpRequest({ host: '127.0.0.1', port, path, headers: { host } }, (response) => {
          let text = '';
          response.on('data', (part) => {
            text += part;
          });
          response.on('end', () => resolve(JSON.parse(text) as Record<string, unknown>));
        });
        request.on('error', reject).end();
      });
    const resource = await read('/.well-known/oauth-protected-resource/mcp/settlement');
    assert.equal(resource.resource, `http://${host}/mcp/settlement`);
    assert.deepEqual(resource.authorization_servers, [`http://${host}`]);
    const server = await read('/.well-known/oauth-authorization-server');
    assert.equal(server.issuer, `http://${host}`);
    assert.equal(server.token_endpoint, `http://${host}/oauth/token`);
  });

  it('by a custom scheme is for those that the operator has added', async () => {
    const register = async (uri: string) =>
      (await actors.register({ client_name: 'Program', redirect_uris: [uri] })).status;
    assert.deepEqual([await register('dacha://callback'), await register('other://callback')], [201, 400]);
  });

  it('to the account is restored by a letter that no preference switches off', async () => {
    const { resident } = actors.village.clients;
    const off = { in_app: false, mail: false };
    await resident.set_notification_preferences({
      channels: off,
      topics: { my_requests: off, review_queue: off, reminders: off },
    });
    const browser = openBrowser(actors.service);
    await browser.submit(await browser.get('/forgot'), '/forgot', { email: 'resident@example.org' });
    const { rateLimits } = actors.service.app.kernelDependencies;
    await drainQueue(actors.service, createAccountRequestsWorker(rateLimits));
    const letters = await actors.service.db`select 1 from letter where to_address = 'resident@example.org'`;
    assert.equal(letters.length, 1);
  });
});
