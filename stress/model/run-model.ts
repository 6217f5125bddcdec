import fc from 'fast-check';
import { commands, createModel } from './commands.ts';
import { restoreWorld, type World } from './world.ts';

/** Runs stories of commands; the same seed gives the same stories. Returns the number of commands that were run. */
export async function runModel(world: World, options: { seed: number; stories: number }): Promise<number> {
  let steps = 0;
  const counted = commands.map((each) =>
    each.map((command) => ({
      check: (model: Parameters<typeof command.check>[0]) => command.check(model),
      toString: () => command.toString(),
      run(model: Parameters<typeof command.run>[0], real: World) {
        steps += 1;
        return command.run(model, real);
      },
    })),
  );
  await fc.assert(
    fc.asyncProperty(fc.commands(counted, { maxCommands: 40, size: 'max' }), async (story) => {
      await restoreWorld(world);
      await fc.asyncModelRun(() => ({ model: createModel(), real: world }), story);
    }),
    { seed: options.seed, numRuns: options.stories, endOnFailure: false },
  );
  return steps;
}
