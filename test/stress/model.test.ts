import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runModel } from '../../stress/model/run-model.ts';
import { createWorld } from '../../stress/model/world.ts';
import { addFileCleanup } from '../harness/file-cleanup.ts';
import { startService } from '../harness/service.ts';

it('every answer in stories of a village is what a model of who may see and do what says', async (context) => {
  const world = await createWorld(await startService());
  addFileCleanup(world.close);
  for (const seed of [7, 46]) {
    const steps = await runModel(world, { seed, stories: 5 });
    context.diagnostic(`seed ${seed}: ${steps} steps`);
    assert.ok(steps > 50, `${steps} steps`);
  }
});
