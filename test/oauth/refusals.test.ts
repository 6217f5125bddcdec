import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { withClockOffset } from '../harness/clock.ts';
import { startService } from '../harness/service.ts';
import { openBrowser, type Page } from './browser.ts';
import {
  createPkce,
  type OAuthTestClient,
  prepareOAuthTestClient,
  registeredRedirect,
  usedRedirect,
} from './oauth-test-client.ts';

let actors: OAuthTestClient;
before(async () => {
  actors = await prepareOAuthTestClient(await startService());
});

describe('/oauth/authorize refuses with its own error page and no redirect', () => {
  const refused = (page: Page) => {
    assert.equal(page.status, 400);
    assert.equal(page.location, null);
    assert.match(page.html, /<html/);
  };
  it('an unknown client', async () =>
    refused(await actors.requestAuthorization({ client_id: 'stl_client_unknown' })));
  it('a missing or repeated client_id or redirect_uri', async () => {
    refused(await actors.requestAuthorization({ client_id: undefined }));
    refused(await actors.requestAuthorization({ redirect_uri: undefined }));
    refused(await actors.requestAuthorization({}, [['client_id', actors.clientId]]));
    refused(await actors.requestAuthorization({}, [['redirect_uri', usedRedirect]]));
  });
  const addresses = {
    'an unregistered redirect': [
      'https://evil.example/callback',
      'http://127.0.0.1:8901/other',
      'http://127.0.0.1:8901/callback/',
      'http://127.0.0.1:8901/callback?x=1',
    ],
    'localhost for 127.0.0.1': ['http://localhost:8901/callback', 'http://[::1]:8901/callback'],
    'a name that only begins like the address': [
      'http://127.0.0.1.evil.com/callback',
      'http://127.0.0.1:8901.evil.com/callback',
    ],
    userinfo: ['http://user@127.0.0.1:8901/callback', 'http://127.0.0.1:8901@evil.com/callback'],
    'a decimal, octal or short address': [
      'http://2130706433:8901/callback',
      'http://0177.0.0.1:8901/callback',
      'http://127.1:8901/callback',
      'http://0x7f.0.0.1/callback',
    ],
    'a fragment or a backslash': [
      'http://127.0.0.1:8901/callback#x',
      'http://127.0.0.1:8901\\callback',
      'http:\\\\127.0.0.1:8901/callback',
    ],
  };
  for (const [name, list] of Object.entries(addresses)) {
    it(name, async () => {
      for (const redirect_uri of list) refused(await actors.requestAuthorization({ redirect_uri }));
    });
  }
});

describe('/oauth/authorize refuses by a redirect with error, state and iss', () => {
  const refused = (page: Page, error: string) => {
    assert.equal(page.status, 303);
    const back = new URL(page.location as string);
    assert.equal(back.origin + back.pathname, usedRedirect);
    assert.equal(back.searchParams.get('error'), error);
    assert.equal(back.searchParams.get('iss'), actors.service.url);
    assert.equal(back.searchParams.get('code'), null);
    return back;
  };
  it('a missing code_challenge', async () =>
    assert.equal(
      refused(
        await actors.requestAuthorization({ code_challenge: undefined }),
        'invalid_request',
      ).searchParams.get('state'),
      'state-1',
    ));
  it('code_challenge_method plain or missing', async () => {
    refused(await actors.requestAuthorization({ code_challenge_method: 'plain' }), 'invalid_request');
    refused(await actors.requestAuthorization({ code_challenge_method: undefined }), 'invalid_request');
  });
  it('a malformed code_challenge', async () => {
    for (const code_challenge of ['short', `${'a'.repeat(42)}=`, 'a'.repeat(44), `${'a'.repeat(42)}+`])
      refused(await actors.requestAuthorization({ code_challenge }), 'invalid_request');
  });
  it('a repeated parameter', async () => {
    refused(await actors.requestAuthorization({}, [['scope', 'mcp:read']]), 'invalid_request');
    refused(await actors.requestAuthorization({}, [['code_challenge', 'x']]), 'invalid_request');
    assert.equal(
      refused(
        await actors.requestAuthorization({}, [['state', 'other']]),
        'invalid_request',
      ).searchParams.get('state'),
      null,
    );
  });
  it('response_type=token or none', async () => {
    refused(await actors.requestAuthorization({ response_type: 'token' }), 'unsupported_response_type');
    refused(await actors.requestAuthorization({ response_type: undefined }), 'invalid_request');
  });
  it('an unknown scope', async () => {
    refused(await actors.requestAuthorization({ scope: 'mcp:read admin' }), 'invalid_scope');
  });
  it('a foreign, unknown or repeated resource', async () => {
    for (const resource of [
      'https://other.example/mcp/resident',
      `${actors.service.url}/mcp/nothing`,
      `${actors.service.url}/`,
      'x',
    ])
      refused(await actors.requestAuthorization({ resource }), 'invalid_target');
    refused(
      await actors.requestAuthorization({ resource: `${actors.service.url}/mcp/resident` }, [
        ['resource', `${actors.service.url}/mcp/company`],
      ]),
      'invalid_target',
    );
  });
  it('request_uri', async () => {
    refused(
      await actors.requestAuthorization({ request_uri: 'https://x.example/r' }),
      'request_uri_not_supported',
    );
  });
  it('denied consent', async () => {
    const browser = await actors.signIn();
    const consent = await browser.get(actors.authorizeUrl());
    const denied = await browser.submit(consent, '/oauth/authorize', { decision: 'deny' });
    refused(denied, 'access_denied');
  });
});

describe('CSRF protection of forms', () => {
  it('refuses forms without their token, with another one, or from another site', async () => {
    const browser = openBrowser(actors.service);
    const login = await browser.get('/login');
    assert.equal((await browser.post('/login', { email: 'a@b.c', password: 'x' })).status, 403);
    assert.equal(
      (await browser.post('/login', { email: 'a@b.c', password: 'x', csrf: 'x'.repeat(43) })).status,
      403,
    );
    assert.equal(
      (await openBrowser(actors.service).submit(login, '/login', { email: 'a@b.c', password: 'x' })).status,
      403,
      'a token of another browser',
    );
    const signedIn = await actors.signIn();
    const consent = await signedIn.get(actors.authorizeUrl());
    const fields = Object.fromEntries(
      [...consent.html.matchAll(/name="(csrf|request)" value="([^"]*)"/g)].map((match) => [
        match[1] as string,
        match[2] as string,
      ]),
    );
    assert.equal(
      (await signedIn.post('/oauth/authorize', { request: fields.request as string, decision: 'allow' }))
        .status,
      403,
    );
    assert.equal(
      (
        await signedIn.post(
          '/oauth/authorize',
          { ...fields, decision: 'allow' },
          { origin: 'https://evil.example' },
        )
      ).status,
      403,
    );
    assert.equal(
      (
        await signedIn.post('/oauth/authorize', {
          csrf: fields.csrf as string,
          request: `${fields.request}x`,
          decision: 'allow',
        })
      ).status,
      400,
    );
    const other = await actors.signIn();
    const page = await other.get('/account/tokens');
    const csrf = /name="csrf" value="([^"]*)"/.exec(page.html)?.[1] as string;
    assert.equal(
      (await other.post('/oauth/authorize', { csrf, request: fields.request as string, decision: 'allow' }))
        .status,
      400,
      'a request shown to another session',
    );
  });
});

describe('/oauth/register refuses with 400', () => {
  const name = { client_name: 'Program' };
  it('redirect URIs that are not allowed', async () => {
    const bad = [
      'https://evil.example/cb',
      'http://evil.example/cb',
      'javascript:alert(1)',
      'data:text/html,x',
      'myapp://cb',
      'http://0.0.0.0/cb',
      'http://0177.0.0.1/cb',
      '',
      'http://127.0.0.1@evil.example/cb',
      'http://127.0.0.1/cb#x',
      'https://claude.ai.evil.example/api/mcp/auth_callback',
      'file:///etc/passwd',
      'http://localhost.evil.example/cb',
    ];
    for (const uri of bad) {
      const reply = await actors.register({ ...name, redirect_uris: [uri] });
      assert.equal(reply.status, 400, uri);
      assert.equal(reply.body.error, 'invalid_redirect_uri', uri);
    }
    for (const redirect_uris of [
      [],
      undefined,
      'http://127.0.0.1/cb',
      [registeredRedirect, 'https://evil.example/'],
    ]) {
      assert.equal((await actors.register({ ...name, redirect_uris })).body.error, 'invalid_redirect_uri');
    }
  });
  it('no redirect URI that is allowed', async () => {
    for (const uri of [
      registeredRedirect,
      'http://localhost:1234/x',
      'http://[::1]:9/cb',
      'https://claude.ai/api/mcp/auth_callback',
    ]) {
      assert.equal((await actors.register({ ...name, redirect_uris: [uri] })).status, 201, uri);
    }
  });
  it('a missing or misleading name, secrets, implicit grants, an invalid type', async () => {
    const bad: object[] = [
      {},
      { client_name: '' },
      { client_name: 'a\u0000b' },
      { client_name: 'a\u202eb' },
      { client_name: 'x'.repeat(101) },
      { client_name: 7 },
      { ...name, token_endpoint_auth_method: 'client_secret_basic' },
      { ...name, grant_types: ['implicit'] },
      { ...name, response_types: ['token'] },
      { ...name, application_type: 'desktop' },
      { ...name, grant_types: 'authorization_code' },
    ];
    for (const body of bad) {
      const reply = await actors.register({ redirect_uris: [registeredRedirect], ...body });
      assert.equal(reply.status, 400, JSON.stringify(body));
      assert.equal(reply.body.error, 'invalid_client_metadata', JSON.stringify(body));
    }
  });
});

describe('/oauth/token refuses', () => {
  const redeem = (code: string, changes: Record<string, string | undefined> = {}, options = {}) =>
    actors.exchange(
      {
        grant_type: 'authorization_code',
        code,
        redirect_uri: usedRedirect,
        code_verifier: actors.pkce.verifier,
        ...changes,
      },
      options,
    );
  const refused = (reply: { status: number; body: Record<string, string> }, error: string, status = 400) => {
    assert.equal(reply.body.error, error, JSON.stringify(reply.body));
    assert.equal(reply.status, status);
  };
  it('a wrong code_verifier', async () =>
    refused(
      await redeem(await actors.obtainCode(), { code_verifier: createPkce().verifier }),
      'invalid_grant',
    ));
  it("another client's code", async () => {
    const other = await actors.register({ client_name: 'Other', redirect_uris: [registeredRedirect] });
    refused(await redeem(await actors.obtainCode(), { client_id: other.body.client_id }), 'invalid_grant');
  });
  it('a changed redirect port', async () =>
    refused(
      await redeem(await actors.obtainCode(), { redirect_uri: 'http://127.0.0.1:8902/callback' }),
      'invalid_grant',
    ));
  it('an expired code', async () => {
    const code = await actors.obtainCode();
    refused(await withClockOffset(actors.service, 61_000, () => redeem(code)), 'invalid_grant');
  });
  it('a code at another host', async () => {
    const { port } = new URL(actors.service.url);
    refused(
      await redeem(await actors.obtainCode(), {}, { base: `http://localhost:${port}` }),
      'invalid_grant',
    );
  });
  it('a replayed code, and revokes its grant', async () => {
    const code = await actors.obtainCode();
    const first = await redeem(code);
    assert.equal(first.status, 200);
    refused(await redeem(code), 'invalid_grant');
    await withClockOffset(actors.service, 31_000, async () => {
      const me = await fetch(`${actors.service.url}/api/v1/me`, {
        headers: { authorization: `Bearer ${first.body.access_token}` },
      });
      assert.equal(me.status, 401);
      refused(
        await actors.exchange({ grant_type: 'refresh_token', refresh_token: first.body.refresh_token }),
        'invalid_grant',
      );
    });
  });
  it('a missing verifier, a JSON body, query parameters, repeated parameters', async () => {
    const code = await actors.obtainCode();
    refused(await redeem(code, { code_verifier: undefined }), 'invalid_request');
    refused(await redeem(code, {}, { extra: [['code', code]] }), 'invalid_request');
    const json = await fetch(`${actors.service.url}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'authorization_code', code }),
    });
    assert.equal(json.status, 400);
    assert.equal(((await json.json()) as { error: string }).error, 'invalid_request');
    const query = await fetch(
      `${actors.service.url}/oauth/token?grant_type=authorization_code&code=${code}`,
      { method: 'POST', body: new URLSearchParams({ client_id: actors.clientId }) },
    );
    assert.equal(((await query.json()) as { error: string }).error, 'invalid_request');
    refused(await actors.exchange({ code }), 'invalid_request');
  });
  it('a resource other than the granted one', async () => {
    refused(
      await redeem(await actors.obtainCode(), { resource: `${actors.service.url}/mcp/company` }),
      'invalid_target',
    );
    const { refresh_token } = await actors.obtainTokens();
    refused(
      await actors.exchange({
        grant_type: 'refresh_token',
        refresh_token,
        resource: `${actors.service.url}/mcp/company`,
      }),
      'invalid_target',
    );
  });
  it('a client secret or Basic authentication', async () => {
    const code = await actors.obtainCode();
    refused(await redeem(code, { client_secret: 'x' }), 'invalid_client', 401);
    refused(
      await redeem(code, {}, { headers: { authorization: `Basic ${btoa(`${actors.clientId}:x`)}` } }),
      'invalid_client',
      401,
    );
  });
  it('the grant types password and client_credentials', async () => {
    refused(
      await actors.exchange({ grant_type: 'password', username: 'a', password: 'b' }),
      'unsupported_grant_type',
    );
    refused(await actors.exchange({ grant_type: 'client_credentials' }), 'unsupported_grant_type');
  });
  it('grant types named like inherited properties', async () => {
    for (const grant_type of ['constructor', 'toString', 'valueOf', '__proto__', 'hasOwnProperty'])
      refused(await actors.exchange({ grant_type }), 'unsupported_grant_type');
  });
  it('a refresh token reused after the grace period, and revokes the family', async () => {
    const { refresh_token } = await actors.obtainTokens();
    const next = await actors.exchange({ grant_type: 'refresh_token', refresh_token });
    assert.equal(next.status, 200);
    await withClockOffset(actors.service, 11_000, async () => {
      refused(await actors.exchange({ grant_type: 'refresh_token', refresh_token }), 'invalid_grant');
      refused(
        await actors.exchange({ grant_type: 'refresh_token', refresh_token: next.body.refresh_token }),
        'invalid_grant',
      );
    });
  });
  it("another client's refresh token, and an access token as refresh token", async () => {
    const tokens = await actors.obtainTokens();
    const other = await actors.register({ client_name: 'Other', redirect_uris: [registeredRedirect] });
    refused(
      await actors.exchange({
        grant_type: 'refresh_token',
        refresh_token: tokens.refresh_token,
        client_id: other.body.client_id,
      }),
      'invalid_grant',
    );
    refused(
      await actors.exchange({ grant_type: 'refresh_token', refresh_token: tokens.access_token }),
      'invalid_grant',
    );
    assert.equal(
      (await actors.exchange({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token })).status,
      200,
      'it still works for its own client',
    );
  });
  it('a wider scope, but allows a narrower one', async () => {
    const { refresh_token } = await actors.obtainTokens({ scope: 'mcp:read mcp:write' });
    refused(
      await actors.exchange({ grant_type: 'refresh_token', refresh_token, scope: 'mcp:read mcp:private' }),
      'invalid_scope',
    );
    const narrowed = await actors.exchange({ grant_type: 'refresh_token', refresh_token, scope: 'mcp:read' });
    assert.equal(narrowed.body.scope, 'mcp:read');
  });
});

describe('tokens and sign-in', () => {
  const mcp = (audience: string, token: string, base = actors.service.url) =>
    fetch(`${base}/mcp/${audience}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
  it('give 401 to a token of another audience or host, in the query, or a refresh token as bearer', async () => {
    const tokens = await actors.obtainTokens({ resource: `${actors.service.url}/mcp/resident` });
    const access = tokens.access_token as string;
    assert.equal((await mcp('resident', access)).status, 200);
    const foreign = await mcp('company', access);
    assert.equal(foreign.status, 401);
    assert.match(foreign.headers.get('www-authenticate') ?? '', /error="invalid_token"/);
    const { port } = new URL(actors.service.url);
    assert.equal((await mcp('resident', access, `http://localhost:${port}`)).status, 401);
    const rest = (token: string, base = actors.service.url) =>
      fetch(`${base}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } });
    assert.equal((await rest(access)).status, 200);
    assert.equal((await rest(access, `http://localhost:${port}`)).status, 401);
    assert.equal((await rest(tokens.refresh_token as string)).status, 401);
    assert.equal((await fetch(`${actors.service.url}/api/v1/me?access_token=${access}`)).status, 401);
  });
  it('refuse a missing scope with 403 insufficient_scope', async () => {
    const { access_token } = await actors.obtainTokens({ scope: 'mcp:read' });
    const reply = await fetch(`${actors.service.url}/mcp/resident`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'edit_profile', arguments: {} },
      }),
    });
    assert.equal(reply.status, 403);
    assert.match(reply.headers.get('www-authenticate') ?? '', /insufficient_scope.*mcp:write/);
  });
  it('respond 200 to revoking an unknown or foreign token without effect, and revoke one’s own', async () => {
    const tokens = await actors.obtainTokens();
    const other = await actors.register({ client_name: 'Other', redirect_uris: [registeredRedirect] });
    const revoke = (token: string, client_id: string) =>
      fetch(`${actors.service.url}/oauth/revoke`, {
        method: 'POST',
        body: new URLSearchParams({ token, client_id }),
      });
    assert.equal((await revoke('stl_rt_unknown', actors.clientId)).status, 200);
    assert.equal((await revoke(tokens.refresh_token as string, other.body.client_id as string)).status, 200);
    const alive = await actors.exchange({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token });
    assert.equal(alive.status, 200);
    assert.equal((await revoke(alive.body.refresh_token as string, actors.clientId)).status, 200);
    const me = await fetch(`${actors.service.url}/api/v1/me`, {
      headers: { authorization: `Bearer ${alive.body.access_token}` },
    });
    assert.equal(me.status, 401);
  });
  it('refuse a personal token with an invalid lifetime with 422', async () => {
    const browser = await actors.signIn();
    const page = await browser.get('/account/tokens');
    for (const days of ['0', '-1', '99999', 'Infinity', '', '1.5']) {
      assert.equal(
        (await browser.submit(page, '/account/tokens', { name: 'x', scopes: ['mcp:read'], days })).status,
        422,
        days,
      );
    }
    const made = await browser.submit(page, '/account/tokens', {
      name: 'x',
      scopes: ['mcp:read'],
      days: '365',
    });
    const shown = await browser.get(made.location ?? '/account/tokens');
    const token = /stl_pat_[\w-]{43}/.exec(shown.html)?.[0] as string;
    assert.equal(
      (await fetch(`${actors.service.url}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } }))
        .status,
      200,
    );
    assert.doesNotMatch((await browser.get('/account/tokens')).html, /stl_pat_[\w-]{43}/, 'shown once');
  });
  it('limit sign-in attempts with 429, also for an address without an account', async () => {
    for (const email of ['neighbour@example.org', 'nobody-has-this@example.org']) {
      const browser = openBrowser(actors.service);
      const page = await browser.get('/login');
      const seen: string[] = [];
      for (let attempt = 0; attempt < 7; attempt += 1) {
        const reply = await browser.submit(page, '/login', { email, password: 'wrong wrong wrong' });
        seen.push(String(reply.status));
        if (attempt === 0) assert.match(reply.html, /The address or the password is wrong/);
      }
      assert.deepEqual(seen, ['422', '422', '422', '422', '422', '429', '429'], email);
    }
  });
});
