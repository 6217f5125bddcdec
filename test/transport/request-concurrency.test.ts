import assert from 'node:assert/strict';
import { type ClientRequest, request as openRequest } from 'node:http';
import { after, before, describe, it } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { ShareRefused } from '../../src/base/threads/fair-share.ts';
import { registerRequestConcurrency } from '../../src/entry/transport/request-concurrency.ts';
import { waitUntil } from '../processes/cross-instance-checks.ts';

describe('concurrent requests of one owner', () => {
  let server: FastifyInstance;
  let url = '';
  let running = 0;
  let release = () => {};
  let held = Promise.resolve();
  let now = 0;
  before(async () => {
    server = Fastify({ bodyLimit: 4 * 1024 * 1024 });
    registerRequestConcurrency(server, () => now);
    server.addHook('onRequest', async (request, reply) => {
      try {
        await server.requestShares.enter(request, reply, String(request.headers['x-owner']));
      } catch (error) {
        if (error instanceof ShareRefused) return reply.code(429).send();
        throw error;
      }
    });
    server.all('/', async () => {
      running += 1;
      await held;
      running -= 1;
      return 'done';
    });
    url = await server.listen({ host: '127.0.0.1', port: 0 });
  });
  after(() => server.close());
  const hold = () => {
    held = new Promise((resolve) => {
      release = resolve;
    });
  };
  const ask = (owner: string, init: RequestInit = {}) =>
    fetch(url, { ...init, headers: { ...init.headers, 'x-owner': owner } });

  it('are limited to four; more wait for them, and others do not', async () => {
    hold();
    const greedy = Array.from({ length: 10 }, () => ask('greedy'));
    await waitUntil('four are running', async () => running === 4);
    const other = ask('other');
    await waitUntil('another is running beside them', async () => running === 5);
    release();
    const statuses = await Promise.all([...greedy, other].map(async (reply) => (await reply).status));
    assert.deepEqual(new Set(statuses), new Set([200]));
  });

  it('free their place when the client has disconnected', async () => {
    hold();
    const gone: ClientRequest[] = Array.from({ length: 4 }, () => {
      const request = openRequest(url, { headers: { 'x-owner': 'leaving' } });
      request.on('error', () => {});
      request.end();
      return request;
    });
    await waitUntil('four are running', async () => running === 4);
    for (const request of gone) request.destroy();
    const next = ask('leaving');
    await waitUntil('the next is running', async () => running === 5);
    release();
    assert.equal((await next).status, 200);
  });

  it('with large bodies are paced by bytes after a burst', async () => {
    held = Promise.resolve();
    const large = { method: 'POST', body: `"${'a'.repeat(3 * 1024 * 1024)}"` };
    const json = { 'content-type': 'application/json' };
    const send = () => ask('large', { ...large, headers: json });
    for (let sent = 0; sent < 2; sent += 1) assert.equal((await send()).status, 200);
    assert.equal((await send()).status, 429, 'more than five seconds would have to go by');
    assert.equal((await ask('another', { ...large, headers: json })).status, 200);
    now += 60_000;
    assert.equal((await send()).status, 200);
  });
});
