import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { FaultCase } from '../../stress/statements/fault-case.ts';
import { type Way, ways } from '../../stress/statements/faults.ts';
import { type FaultStage, openActionStage, openOperationStage } from '../../stress/statements/stages.ts';
import { tryCase } from '../../stress/statements/try-case.ts';
import { addFileCleanup } from '../harness/file-cleanup.ts';

const all = Object.keys(ways) as Way[];

async function start(open: () => Promise<FaultStage>): Promise<FaultStage> {
  const stage = await open();
  addFileCleanup(stage.close);
  return stage;
}

describe('a statement that fails, in every way', () => {
  const stages = new Map<'operations' | 'actions', FaultStage>();
  before(async () => {
    stages.set('operations', await start(openOperationStage));
    stages.set('actions', await start(openActionStage));
  });

  for (const [part, name] of [
    ['operations', 'show_task'],
    ['operations', 'send_message'],
    ['actions', 'invite_to_plot'],
    ['actions', 'job task_reminders'],
  ] as const)
    it(`of ${name}: is answered 503 or right, writes all or nothing, and a repeat does it once`, async () => {
      const { cases, watch } = stages.get(part) as FaultStage;
      const each = cases.find((one) => one.name === name);
      assert.ok(each);
      const { statements, runs, divergences } = await tryCase(each, all, watch);
      assert.ok(statements > 0 && runs === statements * all.length, `${statements} statements, ${runs} runs`);
      assert.deepEqual(divergences, []);
    });

  it('is found where a call writes in two transactions, or says that it wrote what it did not', async () => {
    const { cases, watch } = stages.get('actions') as FaultStage;
    const { service } = cases[0] as FaultCase;
    // Swallows the failure of its second statement.
    const write = async () => {
      await service.db`insert into tag (id, slug, name) values (${service.newId()}, ${service.newId()}, 'word')`;
      await service.db`update account set display_name = display_name || '!'`.catch(() => {});
      return { status: 200, retryAfter: null, shape: '', body: '' };
    };
    const answered = () =>
      write().catch(() => ({ status: 503, retryAfter: '1', shape: '', body: 'the first statement failed' }));
    const each = { name: 'made up', service, hasKey: false, make: async () => answered };
    const { divergences } = await tryCase(each, ['40001'], watch);
    assert.match(divergences.join('\n'), /40001 at 1 .*: wrote only “\+tag”/);
    assert.match(divergences.join('\n'), /answered that it was done, and wrote nothing/);
  });
});
