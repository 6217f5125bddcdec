import { runModel } from './model/run-model.ts';
import { createWorld } from './model/world.ts';
import type { StressTest } from './stress-test.ts';
import { withTestService } from './test-service.ts';

const storiesAtOnce = 10;

export const model: StressTest = {
  name: 'model',
  summary:
    'Stories of neighbours against a model of who may see and do what, with faults and two at once (--seed, --minutes).',
  run: ({ seed, minutes }) =>
    withTestService(async (service) => {
      const world = await createWorld(service);
      const until = performance.now() + minutes * 60_000;
      let steps = 0;
      let turn = seed;
      try {
        for (; performance.now() < until; turn += 1)
          steps += await runModel(world, { seed: turn, stories: storiesAtOnce });
        console.log(`Seeds ${seed} to ${turn - 1}: ${steps} steps, nothing that the model does not say.`);
        return true;
      } catch (error) {
        console.log(`Seed ${turn}: ${(error as Error).message}`, (error as Error).cause ?? '');
        return false;
      } finally {
        await world.close();
      }
    }),
};
