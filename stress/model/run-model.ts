import assert from 'node:assert/strict';
import fc from 'fast-check';
import { interleave } from '../../test/harness/interleaving.ts';
import { type Fault, runWithFault, type Way, ways } from '../statements/faults.ts';
import { createModel, type Model } from './model.ts';
import { peopleSteps } from './people-steps.ts';
import { platformSteps } from './platform-steps.ts';
import { type Answer, type BoundStep, newKey, type Step } from './step.ts';
import { textSteps } from './text-steps.ts';
import { restoreWorld, type World } from './world.ts';

/** Everything that may stand: two calls at once may have happened in either order. */
interface Possible {
  models: Model[];
}

type Command = fc.AsyncCommand<Possible, World>;

const describeAnswer = (answer: Answer) => {
  if (answer.kind === 'unavailable') return answer.kind;
  const told = answer.kind === 'refused' ? answer.why : JSON.stringify(answer.data);
  return `${answer.kind} (${told.slice(0, 400)})`;
};

/** Keeps what explains the answers. */
function keep(
  possible: Possible,
  next: (model: Model) => (Model | null)[],
  answers: readonly Answer[],
): void {
  const models = possible.models.flatMap(next).filter((model) => model !== null);
  const told = `${answers.map(describeAnswer).join(' and ')}; the model: ${JSON.stringify(possible.models)}`;
  assert.ok(models.length > 0, told);
  possible.models = [...new Map(models.map((model) => [JSON.stringify(model), model])).values()];
}

/** What was answered 503 is sent again with the same key. */
async function settle(bound: BoundStep, key: string, first: Answer): Promise<Answer> {
  const answer = first.kind === 'unavailable' ? await bound.send(key) : first;
  assert.notEqual(answer.kind, 'unavailable', 'answered 503 without a fault');
  return answer;
}

const alone = (step: Step, fault?: Fault): Command => ({
  check: () => true,
  toString: () => step.name + (fault ? `, and statement ${fault.at} fails: ${fault.way}` : ''),
  async run(possible, world) {
    const bound = step.bind(world, possible.models[0] as Model);
    if (bound === undefined) return;
    const key = newKey();
    const { result } = await runWithFault(() => bound.send(key), fault);
    const answer = await settle(bound, key, result);
    keep(possible, (model) => [bound.judge(model, answer)], [answer]);
  },
});

const together = (one: Step, two: Step, before: number): Command => ({
  check: () => true,
  toString: () => `after ${before} statements of “${one.name}”: ${two.name}`,
  async run(possible, world) {
    const model = possible.models[0] as Model;
    const [first, second] = [one.bind(world, model), two.bind(world, model)];
    if (first === undefined || second === undefined) return;
    const answers: Answer[] = [];
    const send = (bound: BoundStep, index: number) => async () => {
      answers[index] = await bound.send(newKey());
    };
    // The first was over by then: the second comes after it.
    if ((await interleave([send(first, 0), send(second, 1)], before, world.watch)) === undefined)
      await send(second, 1)();
    const [a, b] = answers as [Answer, Answer];
    const judge = (bound: BoundStep, answer: Answer, from: Model | null) => from && bound.judge(from, answer);
    keep(
      possible,
      (each) => [judge(second, b, judge(first, a, each)), judge(first, a, judge(second, b, each))],
      [a, b],
    );
  },
});

const anyStep = fc.oneof(...peopleSteps, ...textSteps, ...platformSteps);
const anyFault: fc.Arbitrary<Fault> = fc.record({
  at: fc.nat(15),
  way: fc.constantFrom(...(Object.keys(ways) as Way[])),
});

/** Steps of which each is one call with a key: those that may fail or meet another. */
const isOneCall = ({ name, isRead }: Step) =>
  !isRead && !/onto the board|from the board|stopped from|write again|accepts/.test(name);
const anyWrite = anyStep.filter(isOneCall);
/** What is answered 503 can be sent again. */
const anyWriteWithKey = anyWrite.filter(({ name }) => !name.endsWith('by tool'));

const commands: fc.Arbitrary<Command>[] = [
  ...[...peopleSteps, ...textSteps, ...platformSteps].map((each) => each.map((step) => alone(step))),
  fc.tuple(anyWriteWithKey, anyFault).map(([step, fault]) => alone(step, fault)),
  fc.tuple(anyWrite, anyWrite, fc.integer({ min: 1, max: 12 })).map(([one, two, n]) => together(one, two, n)),
];

/** Runs stories of steps; the same seed gives the same stories. Returns the number of steps that were run. */
export async function runModel(world: World, options: { seed: number; stories: number }): Promise<number> {
  let steps = 0;
  const counted = commands.map((each) =>
    each.map((command) => ({
      check: (model: Possible) => command.check(model),
      toString: () => command.toString(),
      run(model: Possible, real: World) {
        steps += 1;
        return command.run(model, real);
      },
    })),
  );
  await fc.assert(
    fc.asyncProperty(fc.commands(counted, { maxCommands: 40, size: 'max' }), async (story) => {
      await restoreWorld(world);
      await fc.asyncModelRun(() => ({ model: { models: [createModel()] }, real: world }), story);
    }),
    { seed: options.seed, numRuns: options.stories, endOnFailure: false },
  );
  return steps;
}
