import assert from 'node:assert/strict';
import { before, describe, it, type TestContext } from 'node:test';
import { type AnyOperation, type Audience, isReadOnly } from '../../../../src/domain/kernel/operation.ts';
import { operations } from '../../../../src/features/operations/index.ts';
import { recordStatements } from '../../../db/request-statements.ts';
import { freezeClock } from '../../../harness/frozen-clock.ts';
import { createToolCaller, type DemoContext, type ToolCaller } from './demo-context.ts';
import { prepareDemo } from './prepare-demo.ts';
import { readingInputs } from './reading-inputs.ts';
import { writingInputs } from './writing-inputs.ts';

/** Statements of an operation that reads, and of one that writes, the last of which counts it; those that take more are listed. */
const most = { reading: 5, writing: 11 } as const;
/** Never more, and lowered when one is saved. */
const larger: Readonly<Record<string, number>> = {
  approve_knowledge_revision: 19,
  register_company: 12,
  write_task: 13,
  confirm_resident: 14,
  // One of them asks whether the rights here were ended.
  request_residency: 15,
  // Two of them for devices of the settlement that the person looked after.
  remove_resident: 14,
  roll_back_knowledge_article: 13,
  // With whether the board asks for a second member, judged again in the transaction.
  set_settlement_boundary: 15,
  shape_settlement_boundary: 9,
  search_shared_knowledge: 6,
};

/** The first that the operation is offered to calls it. */
const preferred: readonly Audience[] = ['resident', 'settlement', 'platform', 'company', 'public'];
const inputs: Readonly<Record<string, (turn: ToolCaller) => unknown>> = {
  ...readingInputs,
  ...writingInputs,
};

describe('statements of operations, on the demonstration', () => {
  let stage: DemoContext;
  before(async () => {
    stage = await prepareDemo();
  });

  async function run(operation: AnyOperation): Promise<string[]> {
    const audience = preferred.find((each) => operation.audiences.includes(each)) ?? 'public';
    const caller = createToolCaller(stage, audience);
    const input = await inputs[operation.name]?.(caller);
    const {
      result: { status, body },
      statements,
    } = await recordStatements(() => caller.rest.send(operation.name as never, input as never));
    assert.equal(status, operation.success, `${operation.name}: ${JSON.stringify(body)}`);
    return statements;
  }

  it('are within their bounds', async (context: TestContext) => {
    const problems: string[] = [];
    const counts: [string, number][] = [];
    for (const operation of operations as readonly AnyOperation[]) {
      const bound = larger[operation.name] ?? most[isReadOnly(operation) ? 'reading' : 'writing'];
      const statements = await freezeClock(stage.service, async () => {
        // What is made once, as stems of words are, is not counted.
        await run(operation);
        return run(operation);
      });
      counts.push([operation.name, statements.length]);
      if (statements.length > bound)
        problems.push(
          `${operation.name}: ${statements.length}\n${statements.map((text) => text.replace(/\s+/g, ' ').slice(0, 160)).join('\n')}`,
        );
    }
    counts.sort((one, other) => other[1] - one[1]);
    context.diagnostic(counts.map(([name, count]) => `${count} ${name}`).join('\n'));
    assert.deepEqual(problems, []);
  });
});
