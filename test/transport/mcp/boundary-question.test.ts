import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import { ringAround } from '../../operations/settlement/land-fixtures.ts';
import { createMcpClient } from './json-rpc-client.ts';
import { readConfirmWord, type ToolReply } from './untrusted-text-marks.ts';

describe('the question before a boundary is replaced', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });

  it('names the boundary in force: a word of before another one was set does not replace that one', async () => {
    const settlement = village.settlement.slug;
    const { call } = createMcpClient(service, 'settlement', await service.token(village.accounts.editor));
    const set = async (ring: object, confirm?: string) => {
      const { body } = await call('set_settlement_boundary', {
        settlement,
        ring,
        ...(confirm && { confirm }),
      });
      return body.result as unknown as ToolReply;
    };
    const inForce = async () =>
      (await village.anonymous.show_settlement({ settlement })).data.boundary?.ring ?? null;
    // No plot moves for either, so that the counts alone would be the same for all of them.
    const [one, two] = [ringAround([0, 0], [0, 3]), ringAround([0, 1], [0, 3])];
    for (const [before, first, second] of [
      [null, one, two],
      [one, two, one],
    ] as const) {
      const words = [readConfirmWord(await set(first)), readConfirmWord(await set(second))];
      assert.ok(words[0] && words[1]);
      assert.deepEqual(await inForce(), before);
      assert.notEqual((await set(first, words[0])).isError, true);
      const late = await set(second, words[1]);
      assert.equal(late.isError, true, 'the person was asked about replacing another boundary');
      assert.deepEqual(await inForce(), first);
      const anew = readConfirmWord(late);
      assert.ok(anew && anew !== words[1]);
      if (before === one) assert.notEqual((await set(second, anew)).isError, true);
    }
    assert.deepEqual(await inForce(), one);
  });
});
