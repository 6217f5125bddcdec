import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as openRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { before, describe, it } from 'node:test';
import { resetPassword } from '../../src/features/accounts/account-recovery.ts';
import { createPlainSecret, hashToken } from '../../src/features/oauth/secret-token.ts';
import { insertAccountCode } from '../../src/store/accounts/credentials.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { hiddenFields } from '../oauth/browser.ts';
import { password } from '../oauth/oauth-test-client.ts';
import { quickHash } from '../oauth/quick-hash.ts';
import { signIn } from '../web/sign-in.ts';

/** Tells of each held request, by its name, when its headers were judged and its body is about to be read. */
const judged = new EventEmitter();
let service: TestService;
let village: Village;
before(async () => {
  service = await startService(
    {},
    {
      prepare({ server }) {
        server.addHook('preParsing', async ({ headers }, _reply, payload) => {
          judged.emit(String(headers['x-held']));
          return payload;
        });
      },
    },
  );
  village = await buildVillage(service);
  await service.db`update account set password_hash = ${await quickHash(password)}`;
});

interface Held {
  /** Sends the rest of the body and reads the response. */
  finish(): Promise<{ status: number; body: string }>;
}

/** A request whose headers and half of the body have arrived: the sender was authenticated and then waits. */
async function hold(
  [method, path]: [string, string],
  body: string,
  headers: Record<string, string>,
): Promise<Held> {
  const name = randomUUID();
  const isJudged = once(judged, name);
  const half = Math.floor(body.length / 2);
  const length = Buffer.byteLength(body);
  const held: ClientRequest = openRequest(new URL(path, service.url), {
    method,
    headers: { ...headers, 'content-length': length, 'x-held': name },
  });
  const replied = once(held, 'response') as Promise<[IncomingMessage]>;
  held.write(body.slice(0, half));
  await isJudged;
  return {
    async finish() {
      held.end(body.slice(half));
      const [reply] = await replied;
      return { status: reply.statusCode ?? 0, body: await text(reply) };
    },
  };
}

/** As the reset link does: ends everything else that gives access to the account. */
async function revokeOtherAccess(accountId: string): Promise<void> {
  const code = createPlainSecret();
  const now = new Date();
  await insertAccountCode(service.db, {
    hash: hashToken(code),
    accountId,
    purpose: 'reset_password',
    newEmail: null,
    now,
    expiresAt: new Date(now.getTime() + 60_000),
  });
  const given = { codeHash: hashToken(code), passwordHash: await quickHash('the owner alone knows this') };
  const parts = { origin: service.url, now: () => new Date(), newId: service.newId };
  assert.ok(await service.pool.begin((db) => resetPassword(db, given, parts)));
}

describe('a request held half-sent while its permission ends', () => {
  it('does nothing on a page when its session has ended', async () => {
    const thief = await signIn(service, 'resident');
    const fields = {
      ...hiddenFields((await thief.get('/account/tokens')).html, '/account/tokens'),
      name: 'stays',
      scopes: 'mcp:read',
      days: '730',
    };
    const held = await hold(['POST', '/account/tokens'], new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      cookie: [...thief.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    });
    await revokeOtherAccess(village.accounts.resident);
    const { status, body } = await held.finish();
    assert.equal(status, 401, 'it is shown the sign-in');
    assert.match(body, /name="typed"/, 'with what was typed, for its writer alone');
    const made = await service.db`
      select 1 from personal_token where account_id = ${village.accounts.resident} and name = 'stays'`;
    assert.equal(made.length, 0);
  });

  it('does nothing over REST and MCP when its token is revoked', async () => {
    const token = await service.token(village.accounts.neighbour);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const input = { display_name: 'Held Half-Sent' };
    const held = await hold(['PATCH', '/api/v1/me'], JSON.stringify(input), headers);
    const params = { name: 'edit_profile', arguments: input };
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const heldTool = await hold(['POST', '/mcp/resident'], JSON.stringify(call), {
      ...headers,
      accept: 'application/json, text/event-stream',
    });
    await service.db`update personal_token set revoked_at = now() where token_hash = ${hashToken(token)}`;
    // The instance is notified of a directly changed row a moment later.
    await waitUntil('the token is refused', async () => {
      const reply = await fetch(new URL('/api/v1/me', service.url), { headers });
      await reply.text();
      return reply.status === 401;
    });
    const replies = [await held.finish(), await heldTool.finish()];
    assert.deepEqual(
      replies.map(({ status }) => status),
      [401, 401],
    );
    const renamed = await service.db`select 1 from account where display_name = 'Held Half-Sent'`;
    assert.equal(renamed.length, 0);
  });

  it('has a timeout', () => {
    const { requestTimeout } = service.app.server.server;
    assert.ok(requestTimeout > 0, 'zero is no limit at all');
    assert.ok(requestTimeout >= 10 * 60_000, 'a photograph may take ten minutes');
  });
});

describe('forms that a stranger leaves half-sent', () => {
  it('take the places of the network address, whatever session cookie they make up', async () => {
    const editor = await signIn(service, 'editor');
    const madeUp = () => ({ cookie: `session=${createPlainSecret()}` });
    const held = Array.from({ length: 4 }, () => {
      const request = openRequest(new URL('/login', service.url), {
        method: 'POST',
        headers: {
          ...madeUp(),
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': 1000,
        },
      });
      request.on('error', () => {});
      request.write('email=');
      return request;
    });
    try {
      const ask = async () => (await fetch(new URL('/login', service.url), { headers: madeUp() })).status;
      await waitUntil('one more has no place', async () => (await ask()) === 429);
      assert.equal((await editor.get('/account')).status, 200, 'somebody signed in has places of their own');
    } finally {
      for (const request of held) request.destroy();
    }
  });
});
