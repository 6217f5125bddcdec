import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runModel } from '../../stress/model/run-model.ts';
import { createWorld } from '../../stress/model/world.ts';
import { addFileCleanup } from '../harness/file-cleanup.ts';
import { startService } from '../harness/service.ts';

it('every answer in five stories of residents is what a model of who may see and do what says', async (context) => {
  const world = await createWorld(await startService());
  addFileCleanup(world.close);
  const steps = await runModel(world, { seed: 7, stories: 5 });
  context.diagnostic(`${steps} steps`);
  assert.ok(steps > 50, `${steps} steps`);
});
