import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { before, describe, it } from 'node:test';
import { z } from 'zod';
import { defineOperation } from '../../src/domain/kernel/operation.ts';
import { definePage } from '../../src/entry/web/page/page.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';
import { password } from '../oauth/oauth-test-client.ts';
import { quickHash } from '../oauth/quick-hash.ts';
import { signIn } from '../web/sign-in.ts';

let service: TestService;
let village: Village;

let onWaiting: () => void;
/** Waits as work in a queue does, which ends when the client is gone. */
const waitForever = defineOperation({
  name: 'wait_forever',
  summary: 'For this test.',
  scope: 'session',
  input: z.object({}),
  write: (_input, { signal }) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      onWaiting();
    }),
});
const waitingPage = definePage({
  path: '/waits',
  access: 'signed-in',
  texts: { title: { en: 'Waits', ru: 'Ждёт' } },
  load: (_names, { call }) => call(waitForever, {}),
  render: () => null,
});

before(async () => {
  service = await startService({}, { extraPages: [waitingPage] });
  village = await buildVillage(service);
  await service.db`update account set password_hash = ${await quickHash(password)}`;
});

/** Sends the text as it is, closes the connection, and waits until the server has noticed. */
async function hangUp(text: string, how: 'close' | 'reset', before?: Promise<void>): Promise<void> {
  const { host, port } = new URL(service.url.replace('localhost', '127.0.0.1'));
  const gone = new Promise<void>((resolve) => {
    service.app.server.server.once('connection', (socket) => socket.once('close', () => resolve()));
  });
  const socket = connect(Number(port), host.split(':')[0]);
  socket.on('error', () => {});
  await once(socket, 'connect');
  await new Promise<void>((resolve) => socket.write(text, () => resolve()));
  // Answered after what was sent before: the first request is being read by then.
  await fetch(new URL('/health/live', service.url));
  await before;
  if (how === 'reset') socket.resetAndDestroy();
  else socket.destroy();
  await gone;
}

const request = (start: string, headers: Record<string, string>, body: string) =>
  [
    `${start} HTTP/1.1`,
    `host: ${new URL(service.url).host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n');

describe('a client that hangs up', () => {
  it('is no error in the log, wherever it does so', async () => {
    const token = await service.token(village.accounts.resident);
    const browser = await signIn(service, 'resident');
    const authorization = `Bearer ${token}`;
    const json = { 'content-type': 'application/json', 'content-length': '20000' };
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '20000' };
    const files = { 'content-type': 'multipart/form-data; boundary=xxx', 'content-length': '20000' };
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const part = '--xxx\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nabc';
    const half = [
      request('POST /api/v1/knowledge/articles', { authorization, ...json }, '{"title":"'),
      request('POST /api/v1/media/files', { authorization, ...files }, part),
      request('POST /mcp/resident', { authorization, accept: 'application/json', ...json }, '{"jsonrpc":'),
      request('POST /oauth/token', form, 'grant_type='),
      request('POST /oauth/register', json, '{"client'),
      request('POST /login', form, 'csrf='),
      request('POST /login', files, part),
      request('POST /account', { cookie, ...form }, 'csrf='),
      request('POST /photos', { cookie, ...files }, part),
      request('POST /devices/push', { authorization, ...json }, '{"a":'),
      request('PUT /media/uploads/nothing', { ...json }, 'abc'),
      request('GET /knowledge', { cookie }, ''),
      request('GET /openapi.json', {}, ''),
      request('GET /api/v1/knowledge/articles', { authorization }, ''),
    ];
    for (const text of half) for (const how of ['close', 'reset'] as const) await hangUp(text, how);
    assert.deepEqual(service.log, []);
  });

  it('is no error in the log while its request waits, either', async () => {
    const browser = await signIn(service, 'resident');
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    for (const how of ['close', 'reset'] as const) {
      const waiting = new Promise<void>((resolve) => {
        onWaiting = resolve;
      });
      await hangUp(request('GET /waits', { cookie }, ''), how, waiting);
      await fetch(new URL('/health/live', service.url));
    }
    assert.deepEqual(service.log, []);
  });
});
