import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Call } from '../../src/domain/kernel/call.ts';
import { anonymousCaller } from '../../src/domain/kernel/caller.ts';
import { createKernel } from '../../src/domain/kernel/run.ts';
import { show_password_link } from '../../src/features/accounts/show_password_link.ts';
import { list_settlements } from '../../src/features/operations/settlement/list_settlements.ts';
import { startService } from '../harness/service.ts';

describe('anonymous reads', () => {
  it('of operations may lag behind on a replica; of what pages alone do they come from the main database', async () => {
    const { app, url } = await startService();
    const onReplica: string[] = [];
    const readPool = () => {
      onReplica.push('read');
      return app.kernelDependencies.pool;
    };
    const kernel = createKernel({ ...app.kernelDependencies, readPool });
    const call: Call = {
      surface: 'page',
      bearer: undefined,
      origin: url,
      address: '127.0.0.1',
      language: 'en',
      signal: new AbortController().signal,
    };
    const link = { token: 'none', purpose: 'reset_password' };
    assert.deepEqual(await kernel.perform(show_password_link, link, call, anonymousCaller), {
      isValid: false,
    });
    assert.equal(onReplica.length, 0);
    await kernel.perform(list_settlements, {}, call, anonymousCaller);
    assert.equal(onReplica.length, 1);
  });
});
