import { randomUUID } from 'node:crypto';
import { type AnyOperation, type Audience, isReadOnly } from '../../src/domain/kernel/operation.ts';
import { operations } from '../../src/features/operations/index.ts';
import {
  createToolCaller,
  type DemoContext,
  type ToolCaller,
} from '../../test/transport/mcp/every-tool/demo-context.ts';
import { readingInputs } from '../../test/transport/mcp/every-tool/reading-inputs.ts';
import { writingInputs } from '../../test/transport/mcp/every-tool/writing-inputs.ts';
import { type FaultCase, shapeOf } from './fault-case.ts';

const preferred: readonly Audience[] = ['resident', 'settlement', 'platform', 'company', 'public'];
const inputs: Readonly<Record<string, (turn: ToolCaller) => unknown>> = {
  ...readingInputs,
  ...writingInputs,
};

/** The demonstration bounds how many of these there may be: those of earlier runs are removed. */
async function makeRoom({ service: { db } }: DemoContext, name: string): Promise<void> {
  if (/device/.test(name)) {
    await db`delete from device_connection where name like 'проба%'`;
  }
  if (/resident|residency/.test(name))
    await db`
      delete from membership m using account a
       where a.id = m.account_id and (a.display_name = 'Мария Чижова' or m.state <> 'confirmed')`;
}

/** Every operation over REST, in the demonstration. */
export function listOperationCases(stage: DemoContext): FaultCase[] {
  return (operations as readonly AnyOperation[]).map((operation) => {
    const audience = preferred.find((each) => operation.audiences.includes(each)) ?? 'public';
    const caller = createToolCaller(stage, audience);
    return {
      name: operation.name,
      service: stage.service,
      hasKey: !isReadOnly(operation),
      async make() {
        await makeRoom(stage, operation.name);
        const input = await inputs[operation.name]?.(caller);
        const headers: Record<string, string> = isReadOnly(operation)
          ? {}
          : { 'idempotency-key': randomUUID() };
        return async () => {
          const reply = await caller.rest.send(operation.name as never, input as never, { headers });
          return {
            status: reply.status,
            retryAfter: reply.headers.get('retry-after'),
            shape: shapeOf(reply.body),
            body: JSON.stringify(reply.body),
          };
        };
      },
    };
  });
}
