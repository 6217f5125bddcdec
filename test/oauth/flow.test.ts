import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';
import { openBrowser } from './browser.ts';
import { quickHash } from './quick-hash.ts';

const redirectUri = 'http://127.0.0.1:8901/callback';

describe('authorization code flow with PKCE, step by step', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    await service.db`update account set password_hash = ${await quickHash('correct horse battery')} where id = ${village.accounts.resident}`;
  });

  it('registers a client, gets, uses and refreshes a token, and revokes it', async () => {
    const registered = await fetch(`${service.url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_name: 'Test program',
        redirect_uris: ['http://127.0.0.1/callback'],
        application_type: 'native',
      }),
    });
    assert.equal(registered.status, 201);
    const { client_id, client_secret } = (await registered.json()) as Record<string, string>;
    assert.equal(client_secret, undefined);

    const verifier = randomBytes(32).toString('base64url');
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: client_id as string,
      redirect_uri: redirectUri,
      state: 'xyz',
      scope: 'mcp:read mcp:write',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const browser = openBrowser(service);
    const asked = await browser.get(`/oauth/authorize?${query}`);
    assert.equal(asked.status, 303);
    const login = await browser.get(asked.location as string);
    const signedIn = await browser.submit(login, '/login', {
      email: 'resident@example.org',
      password: 'correct horse battery',
    });
    assert.equal(signedIn.status, 303, signedIn.html.slice(0, 2000));
    const consent = await browser.get(signedIn.location as string);
    assert.equal(consent.status, 200);
    assert.match(consent.html, /Test program/);
    assert.match(
      consent.headers.get('content-security-policy') ?? '',
      /form-action 'self' http:\/\/127\.0\.0\.1:8901/,
    );
    const allowed = await browser.submit(consent, '/oauth/authorize', { decision: 'allow' });
    assert.equal(allowed.status, 303);
    const back = new URL(allowed.location as string);
    assert.equal(back.origin + back.pathname, redirectUri);
    assert.equal(back.searchParams.get('state'), 'xyz');
    assert.equal(back.searchParams.get('iss'), service.url);

    const exchange = (fields: Record<string, string>) =>
      fetch(`${service.url}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({ client_id: client_id as string, ...fields }),
      });
    const token = await exchange({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      code_verifier: verifier,
    });
    assert.equal(token.status, 200);
    const tokens = (await token.json()) as Record<string, string>;
    assert.equal(tokens.expires_in as unknown, 86400);
    const me = await service.client(tokens.access_token).show_me({});
    assert.equal(me.data.id, village.accounts.resident);
    assert.deepEqual(me.data.scopes, ['mcp:read', 'mcp:write']);

    const refreshed = await exchange({
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token as string,
    });
    assert.equal(refreshed.status, 200);
    const next = (await refreshed.json()) as Record<string, string>;
    await service.client(next.access_token).show_me({});

    const applications = await browser.get('/account/applications');
    assert.match(applications.html, /Test program/);
    const action = /action="(\/account\/applications\/\d+\/revoke)"/.exec(applications.html)?.[1] as string;
    await browser.submit(applications, action);
    const after = await fetch(`${service.url}/api/v1/me`, {
      headers: { authorization: `Bearer ${next.access_token}` },
    });
    assert.equal(after.status, 401);
    const dead = await exchange({ grant_type: 'refresh_token', refresh_token: next.refresh_token as string });
    assert.equal(dead.status, 400);
    assert.equal(((await dead.json()) as { error: string }).error, 'invalid_grant');
  });
});
