import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { z } from 'zod';
import type { Call } from '../../src/domain/kernel/call.ts';
import { defineOperation, showWritten } from '../../src/domain/kernel/operation.ts';
import { createClient } from '../../src/entry/client/client.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';
import { waitUntil } from '../harness/wait-until.ts';

describe('fair sharing of database connections', () => {
  let service: TestService;
  let village: Village;
  let running = 0;
  let mostRunning = 0;
  let release = () => {};
  let held = Promise.resolve();
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });
  const hold = () => {
    held = new Promise((resolve) => {
      release = resolve;
    });
  };

  const operation = defineOperation({
    name: 'hold_a_transaction',
    tag: 'Common',
    route: 'POST /hold-a-transaction',
    success: 200,
    scope: 'mcp:write',
    audiences: ['resident'],
    summary: 'For this test.',
    input: z.object({ waits: z.boolean() }),
    output: z.object({ at: z.number() }),
    async write({ waits }) {
      running += 1;
      mostRunning = Math.max(mostRunning, running);
      if (waits) await held;
      running -= 1;
      return { at: running };
    },
    show: showWritten,
  });
  const runAs = async (account: string, waits: boolean, idempotencyKey?: string) => {
    const call: Call = {
      surface: 'api',
      bearer: await service.token(account, ['mcp:write']),
      origin: service.url,
      address: '127.0.0.1',
      language: 'en',
      signal: new AbortController().signal,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    };
    return service.app.kernel.run(operation, { waits }, call);
  };
  const isHealthy = async () => (await fetch(`${service.url}/health`)).status;

  it('one account runs at most four writes at once, and others do not wait for it', async () => {
    hold();
    const greedy = Array.from({ length: 13 }, () => runAs(village.accounts.resident, true));
    await waitUntil('four are running', async () => running === 4);
    assert.deepEqual(await runAs(village.accounts.neighbour, false), { at: 4 });
    assert.equal(await isHealthy(), 200);
    assert.equal(mostRunning, 5, 'four of one account, and the neighbour');
    release();
    await Promise.all(greedy);
    assert.equal(mostRunning, 5);
  });

  it('retries with one Idempotency-Key wait without a connection and get the first reply', async () => {
    hold();
    mostRunning = 0;
    const repeats = Array.from({ length: 40 }, () => runAs(village.accounts.resident, true, 'the-same-key'));
    await waitUntil('the first is running', async () => running === 1);
    // The other slots of the account, and everybody else's, are free.
    await runAs(village.accounts.resident, false);
    await runAs(village.accounts.neighbour, false);
    release();
    const replies = await Promise.all(repeats);
    assert.equal(new Set(replies.map((reply) => JSON.stringify(reply))).size, 1);
    assert.equal(mostRunning, 2);
  });

  it('waiting for a lock times out with 503 and Retry-After', async () => {
    const token = await service.token(village.accounts.resident, ['mcp:write', 'mcp:read']);
    const client = createClient({ baseUrl: service.url, token });
    await service.pool.begin(async (db) => {
      await db`select id from account where id = ${village.accounts.resident} for update`;
      const { status, headers, body } = await client.send('edit_profile', {
        display_name: 'Другое имя',
      });
      assert.equal(status, 503);
      assert.match((body as { message: string }).message, /Somebody else is changing/);
      assert.ok(Number(headers.get('retry-after')) > 0);
    });
  });
});
