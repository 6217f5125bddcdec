import { runModel } from './model/run-model.ts';
import { createWorld } from './model/world.ts';
import type { StressTest } from './stress-test.ts';
import { withTestService } from './test-service.ts';

const storiesAtOnce = 20;

export const model: StressTest = {
  name: 'model',
  summary: 'Stories of residents against a model of who may see and do what (--seed, --minutes).',
  run: ({ seed, minutes }) =>
    withTestService(async (service) => {
      const world = await createWorld(service);
      const until = performance.now() + minutes * 60_000;
      let steps = 0;
      for (let turn = seed; performance.now() < until; turn += 1) {
        try {
          steps += await runModel(world, { seed: turn, stories: storiesAtOnce });
        } catch (error) {
          console.log(`Seed ${turn}: ${(error as Error).message}`, (error as Error).cause ?? '');
          return false;
        }
      }
      console.log(`From seed ${seed}: ${steps} steps, nothing that the model does not say.`);
      return true;
    }),
};
