import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { z } from 'zod';
import type { Call } from '../../../src/domain/kernel/call.ts';
import { defineOperation, showWritten } from '../../../src/domain/kernel/operation.ts';
import { type Refusal, refuse } from '../../../src/domain/kernel/refusal.ts';
import { createElicitation } from '../../../src/entry/transport/mcp/elicitation.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';

describe('a call that its confirmation question refuses', () => {
  let service: TestService;
  let village: Village;
  let isRefusing = false;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });

  const operation = defineOperation({
    name: 'try_asking',
    tag: 'Common',
    route: 'POST /try-asking',
    success: 200,
    scope: 'mcp:write',
    audiences: ['resident'],
    summary: 'For this test.',
    asksFirst: true,
    input: z.object({}),
    output: z.object({ done: z.boolean() }),
    async question() {
      if (isRefusing) refuse.notFound('article');
      return { en: 'Really?', ru: 'Точно?' };
    },
    async write() {
      return { done: true };
    },
    show: showWritten,
  });

  async function settle(idempotencyKey: string) {
    const { kernel } = service.app;
    const call: Call = {
      surface: 'mcp',
      bearer: await service.token(village.accounts.resident),
      origin: service.url,
      address: '127.0.0.1',
      language: 'en',
      signal: new AbortController().signal,
      idempotencyKey,
    };
    const caller = await kernel.admit(call);
    const questions = createElicitation({
      secret: Buffer.alloc(32, 1),
      pool: service.pool,
      now: () => new Date(),
    });
    const message = { id: 1, method: 'tools/call', params: {}, era: 'legacy' } as const;
    const asked = { operation, input: {}, call, caller, kernel, message, askNow: undefined };
    return {
      confirm: (word?: string) => questions.confirm({ ...asked, confirm: word }),
      perform: () => kernel.perform(operation, {}, call, caller),
    };
  }

  it('is refused with an idempotency key, too, unless it repeats what was already done', async () => {
    const { confirm, perform } = await settle('one');
    isRefusing = true;
    await assert.rejects(confirm(), (error: Refusal) => error.kind === 'not_found');
    isRefusing = false;
    const refused = await confirm().catch((error: Refusal) => error);
    const { confirm: word } = (refused as Refusal).details as { confirm: string };
    assert.ok('call' in (await confirm(word)));
    await perform();
    isRefusing = true;
    assert.ok('call' in (await confirm(word)), 'the repeat gets the first reply');
  });
});
