import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { after, before, describe, it } from 'node:test';
import { createGuard, type Guard } from '../../src/engines/outbound/guard.ts';
import { withClockOffset } from '../harness/clock.ts';
import { startService } from '../harness/service.ts';
import { makeCertificate } from '../outbound/certificate.ts';
import { type Listener, listen, listenTcp } from '../outbound/listeners.ts';
import { type OAuthTestClient, prepareOAuthTestClient, usedRedirect } from './oauth-test-client.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const host = 'client.example';
const answers = new Map<string, Answer>();
let requests: string[] = [];
let listener: Listener;
let tripwire: Listener;
let actors: OAuthTestClient;

const sendJson =
  (body: unknown, headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
const documentAt = (path: string, changes: object = {}) => ({
  client_id: `https://${host}${path}`,
  client_name: 'Hosted program',
  redirect_uris: ['http://127.0.0.1/callback'],
  ...changes,
});

before(async () => {
  const { key, cert } = makeCertificate(host);
  listener = await listen(
    createServer({ key, cert }, (request, response) => {
      requests.push(request.url ?? '');
      const answer = answers.get(request.url ?? '');
      if (answer) answer(request, response);
      else response.writeHead(404).end();
    }),
  );
  tripwire = await listenTcp();
  // The real guard; only the name and port are redirected to loopback.
  const real = createGuard({ allowPrivate: false, httpsOnly: true });
  const led = createGuard({
    allowPrivate: true,
    allowLoopback: true,
    httpsOnly: true,
    ca: [cert],
    lookup: async () => ['127.0.0.1'],
  });
  const documentGuard: Guard = {
    ...real,
    guardedFetch: (url, options) =>
      url.startsWith(`https://${host}/`)
        ? led.guardedFetch(url.replace(host, `${host}:${listener.port}`), options)
        : real.guardedFetch(url, options),
  };
  actors = await prepareOAuthTestClient(await startService({}, { documentGuard }));
});
after(async () => {
  await listener.close();
  await tripwire.close();
});

const ask = (client_id: string) => actors.requestAuthorization({ client_id });
async function refused(clientId: string): Promise<void> {
  const page = await ask(clientId);
  assert.equal(page.status, 400, clientId);
  assert.equal(page.location, null, clientId);
}

describe('a client identified by a client ID metadata document', () => {
  it('is shown with its host, and gets a code and tokens', async () => {
    answers.set('/app.json', sendJson(documentAt('/app.json'), { 'cache-control': 'max-age=600' }));
    const clientId = `https://${host}/app.json`;
    const browser = await actors.signIn();
    const consent = await browser.get(actors.authorizeUrl({ client_id: clientId }));
    assert.equal(consent.status, 200);
    assert.match(consent.html, /Hosted program/);
    assert.match(consent.html, new RegExp(host));
    const code = await actors.obtainCode({ client_id: clientId });
    const tokens = await actors.exchange({
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      redirect_uri: usedRedirect,
      code_verifier: actors.pkce.verifier,
    });
    assert.equal(tokens.status, 200);
  });

  it('is fetched again only when its cache headers require it', async () => {
    answers.set('/cached.json', sendJson(documentAt('/cached.json'), { 'cache-control': 'max-age=600' }));
    answers.set('/fresh.json', sendJson(documentAt('/fresh.json'), { 'cache-control': 'no-store' }));
    requests = [];
    for (let turn = 0; turn < 3; turn += 1) {
      await ask(`https://${host}/cached.json`);
      await ask(`https://${host}/fresh.json`);
    }
    assert.equal(requests.filter((path) => path === '/cached.json').length, 1);
    assert.equal(requests.filter((path) => path === '/fresh.json').length, 3);
    await withClockOffset(actors.service, 601_000, () => ask(`https://${host}/cached.json`));
    assert.equal(requests.filter((path) => path === '/cached.json').length, 2);
  });

  it('uses what the person saw when the document changes during consent', async () => {
    answers.set('/changing.json', sendJson(documentAt('/changing.json'), { 'cache-control': 'no-store' }));
    const browser = await actors.signIn();
    const consent = await browser.get(actors.authorizeUrl({ client_id: `https://${host}/changing.json` }));
    answers.set(
      '/changing.json',
      sendJson(
        documentAt('/changing.json', { client_name: 'Wolf', redirect_uris: ['http://127.0.0.1/wolf'] }),
        { 'cache-control': 'no-store' },
      ),
    );
    const allowed = await browser.submit(consent, '/oauth/authorize', { decision: 'allow' });
    assert.ok(allowed.location?.startsWith(usedRedirect));
    const [grant] = await actors.service.db<
      { client_name: string }[]
    >`select client_name from oauth_grant order by id desc limit 1`;
    assert.equal(grant?.client_name, 'Hosted program');
  });

  it('is refused for http, a root path, a fragment, userinfo, dot segments or an unusual port', async () => {
    requests = [];
    for (const clientId of [
      `http://${host}/app.json`,
      `https://${host}/`,
      `https://${host}`,
      `https://${host}/app.json#x`,
      `https://user@${host}/app.json`,
      `https://${host}/a/../app.json`,
      `https://${host}/./app.json`,
      `https://${host}/%2e%2e/app.json`,
      `https://${host}:8443/app.json`,
      `HTTPS://${host}/app.json`,
      `https://${host.toUpperCase()}/app.json`,
    ]) {
      await refused(clientId);
    }
    assert.deepEqual(requests, []);
  });

  it('is refused for a redirect, 404, bad JSON, another client_id, a secret or forbidden redirects', async () => {
    const bad: Record<string, Answer> = {
      '/redirect': (_request, response) => response.writeHead(302, { location: '/app.json' }).end(),
      '/html': (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
      '/list': sendJson([]),
      '/much': sendJson({ ...documentAt('/much'), padding: 'x'.repeat(6000) }),
      '/deep': sendJson(documentAt('/deep', { extra: [[[[[[[[[[]]]]]]]]]] })),
      '/many': sendJson(documentAt('/many', { extra: Array(1000).fill(1) })),
      '/other': sendJson(documentAt('/another')),
      '/no-id': sendJson(documentAt('/no-id', { client_id: undefined })),
      '/secret': sendJson(documentAt('/secret', { client_secret: 'x' })),
      '/auth': sendJson(documentAt('/auth', { token_endpoint_auth_method: 'client_secret_post' })),
      '/off-list': sendJson(documentAt('/off-list', { redirect_uris: ['https://evil.example/cb'] })),
      '/no-redirects': sendJson(documentAt('/no-redirects', { redirect_uris: [] })),
      '/no-name': sendJson(documentAt('/no-name', { client_name: undefined })),
      '/bidi': sendJson(documentAt('/bidi', { client_name: 'a\u202eb' })),
    };
    for (const [path, answer] of Object.entries(bad)) {
      answers.set(path, answer);
      await refused(`https://${host}${path}`);
    }
    await refused(`https://${host}/missing`);
  });

  it('is refused when the document times out', async () => {
    answers.set('/slow', (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 200);
      response.on('close', () => clearInterval(timer));
    });
    await refused(`https://${host}/slow`);
  });

  it('is refused on non-public addresses, without any connection', async () => {
    const port = tripwire.port;
    for (const authority of [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '169.254.169.254',
      '10.0.0.1',
      '192.168.1.1',
      '0.0.0.0',
      '2130706433',
      '0x7f000001',
      '[fe80::1]',
      '100.64.0.1',
    ]) {
      await refused(`https://${authority}/app.json`);
      await refused(`https://${authority}:${port}/app.json`);
    }
    assert.equal(tripwire.connections(), 0);
  });
});
