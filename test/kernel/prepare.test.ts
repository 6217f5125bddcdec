import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { z } from 'zod';
import type { Call } from '../../src/domain/kernel/call.ts';
import { defineOperation, showWritten } from '../../src/domain/kernel/operation.ts';
import { StalePreparation } from '../../src/domain/kernel/preparation.ts';
import { Refusal, refuse } from '../../src/domain/kernel/refusal.ts';
import { assertNoTransactionIsHeld } from '../db/open-transactions.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';

describe('the prepare step of an operation', () => {
  let service: TestService;
  let village: Village;
  let steps: string[] = [];
  let isRefusing = false;
  let outdated = 0;
  const no = { en: 'not now', ru: 'не сейчас' };

  const operation = defineOperation({
    name: 'try_preparing',
    tag: 'Common',
    route: 'POST /try-preparing',
    success: 200,
    scope: 'mcp:write',
    audiences: ['resident'],
    summary: 'For this test.',
    input: z.object({ word: z.string() }),
    output: z.object({ word: z.string() }),
    async prepare({ word }, { db }) {
      steps.push('prepare');
      if (isRefusing) refuse.unavailable(no);
      await assertNoTransactionIsHeld(db);
      return { shouted: word.toUpperCase() };
    },
    async write(_input, { services }, _subject, prepared) {
      steps.push('handle');
      if (outdated > 0) {
        outdated -= 1;
        throw new StalePreparation();
      }
      if (prepared.shouted === 'SLOW') void services.texts;
      return { word: prepared.shouted };
    },
    show: showWritten,
  });

  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });

  const run = async (scopes: ('mcp:read' | 'mcp:write')[], input: object, idempotencyKey?: string) => {
    steps = [];
    const call: Call = {
      surface: 'api',
      bearer: await service.token(village.accounts.resident, scopes),
      origin: service.url,
      address: '127.0.0.1',
      language: 'en',
      signal: new AbortController().signal,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    };
    return service.app.kernel.run(operation, input as Record<string, unknown>, call);
  };

  it('runs after scope and input checks, outside a transaction, and passes its result to handle', async () => {
    await assert.rejects(
      run(['mcp:read'], { word: 'a' }),
      (error: Refusal) => error.kind === 'missing_scope',
    );
    assert.deepEqual(steps, []);
    await assert.rejects(run(['mcp:write'], { word: 1 }), (error: Refusal) => error.kind === 'invalid');
    assert.deepEqual(steps, []);
    assert.deepEqual(await run(['mcp:write'], { word: 'a' }), { word: 'A' });
    assert.deepEqual(steps, ['prepare', 'handle']);
  });

  it('refuses before the transaction, but replays the stored reply to a retry without preparing', async () => {
    assert.deepEqual(await run(['mcp:write'], { word: 'b' }, 'key'), { word: 'B' });
    isRefusing = true;
    assert.deepEqual(await run(['mcp:write'], { word: 'b' }, 'key'), { word: 'B' });
    assert.deepEqual(steps, [], 'a repeat prepares nothing');
    for (const key of [undefined, 'another'])
      await assert.rejects(run(['mcp:write'], { word: 'b' }, key), (error) => error instanceof Refusal);
    assert.deepEqual(steps, ['prepare']);
    isRefusing = false;
  });

  it('runs again when its result is stale, and gives up with unavailable after six attempts', async () => {
    outdated = 2;
    assert.deepEqual(await run(['mcp:write'], { word: 'c' }, 'changed'), { word: 'C' });
    assert.equal(steps.filter((step) => step === 'prepare').length, 3);
    outdated = 6;
    await assert.rejects(run(['mcp:write'], { word: 'd' }), (error: Refusal) => error.kind === 'unavailable');
  });

  it('has slow services, which throw inside the transaction', async () => {
    await assert.rejects(run(['mcp:write'], { word: 'slow' }), /never inside a transaction/);
  });
});
