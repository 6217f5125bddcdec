import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import {
  type AnyOperation,
  type Audience,
  audiences,
  isReadOnly,
} from '../../../../src/domain/kernel/operation.ts';
import { hasUserWrittenTextWhenShort } from '../../../../src/domain/kernel/user-written-text.ts';
import { makeUrlsAbsolute } from '../../../../src/entry/transport/mcp/absolute-urls.ts';
import { listToolDefaults } from '../../../../src/entry/transport/mcp/tool-arguments.ts';
import { operations } from '../../../../src/features/operations/index.ts';
import { freezeClock } from '../../../harness/frozen-clock.ts';
import { type ConnectClient, type Connected, officialClients } from '../official-clients.ts';
import { readConfirmWord, readMarkedReply, type ToolReply } from '../untrusted-text-marks.ts';
import { audienceCallers, createToolCaller, type DemoContext, type Inputs } from './demo-context.ts';
import { prepareDemo } from './prepare-demo.ts';
import { readingInputs } from './reading-inputs.ts';
import { writingInputs } from './writing-inputs.ts';

const all: readonly AnyOperation[] = operations;

/** An operation without an input fails `npm run check`. */
const inputs = { ...readingInputs, ...writingInputs } satisfies Inputs;

describe('every tool of every audience, on the demonstration', () => {
  let stage: DemoContext;
  before(async () => {
    stage = await prepareDemo();
  });

  it('has its input in the right file: readings are compared with REST, writings are performed', () => {
    for (const operation of all)
      assert.equal(Object.hasOwn(readingInputs, operation.name), isReadOnly(operation), operation.name);
  });

  for (const audience of audiences) {
    for (const [label, reach] of Object.entries(officialClients)) {
      it(`${audience}, ${label}`, async () => {
        const client = await open(audience, reach);
        try {
          const { tools } = await client.listTools();
          const offered = all.filter((operation) => operation.audiences.includes(audience));
          assert.deepEqual(
            tools.map(({ name }) => name),
            offered.map(({ name }) => name),
          );
          const problems: string[] = [];
          const note = (name: string) => (error: Error) => void problems.push(`${name}: ${error.message}`);
          // Signed addresses and freshness depend on the time.
          await freezeClock(stage.service, async () => {
            for (const { name } of offered.filter(isReadOnly))
              await compareWithRest(name, audience, client).catch(note(name));
          });
          for (const { name } of offered.filter((operation) => !isReadOnly(operation)))
            await callWriting(name, audience, client).catch(note(name));
          assert.deepEqual(problems, []);
        } finally {
          await client.close();
        }
      });
    }
  }

  function open(audience: Audience, reach: ConnectClient): Promise<Connected> {
    const speaker = audienceCallers[audience];
    const headers: Record<string, string> =
      speaker === null ? {} : { authorization: `Bearer ${stage.tokens[speaker]}`, 'accept-language': 'en' };
    return reach(new URL(`${stage.service.url}/mcp/${audience}`), { requestInit: { headers } });
  }

  async function compareWithRest(name: string, audience: Audience, client: Connected): Promise<void> {
    const turn = createToolCaller(stage, audience);
    const input = await find(name)(turn);
    const result = (await client.callTool({ name, arguments: input })) as ToolReply;
    const operation = all.find((one) => one.name === name) as AnyOperation;
    const { status, body } = await turn.rest.send(name as never, {
      ...listToolDefaults(operation),
      ...input,
    });
    assert.equal(status, operation.success, name);
    assert.ok(!result.isError, `${name}: ${JSON.stringify(result.content)}`);
    const told = (operation.formatForTools?.(body) ?? body) as Record<string, unknown>;
    makeUrlsAbsolute(operation, told, stage.service.url);
    const page = operation.pagePath?.(body, input) ?? null;
    if (page !== null) told.url ??= `${stage.service.url}${page}`;
    const answered = readMarkedReply(result, isMarked(name), name);
    assert.deepEqual(withoutViews(answered), withoutViews(told), name);
    assert.ok(saysSomething(name, body), `${audience} ${name}: the demonstration has nothing to compare`);
  }

  async function callWriting(name: string, audience: Audience, client: Connected): Promise<void> {
    const turn = createToolCaller(stage, audience);
    const input = await find(name)(turn);
    const first = (await client.callTool({ name, arguments: input })) as ToolReply;
    const confirm = readConfirmWord(first);
    const result =
      confirm === undefined
        ? first
        : ((await client.callTool({ name, arguments: { ...input, confirm } })) as ToolReply);
    const { asksFirst, asksIf } = all.find((one) => one.name === name) as AnyOperation;
    // Of a roll-back only a moderator is asked, of a company only before it closes or is joined.
    const isAsked = asksIf?.(input as never, { isModerator: false } as never) ?? true;
    if (asksFirst && isAsked) assert.ok(confirm, `${audience} ${name} was done without being asked about`);
    assert.ok(!result.isError, `${audience} ${name}: ${JSON.stringify(result.content)}`);
    readMarkedReply(result, isMarked(name), name);
  }
});

/** Views are counted in batches, which may be written between two calls. */
const withoutViews = (reply: unknown): unknown =>
  JSON.parse(
    JSON.stringify(reply, (key, value) => (key === 'views_count' ? typeof value : (value as unknown))),
  );

const marked = new Set(all.filter(hasUserWrittenTextWhenShort).map(({ name }) => name));
const isMarked = (name: string) => marked.has(name);

type Prepare = (turn: ReturnType<typeof createToolCaller>) => Promise<Record<string, unknown>>;

function find(name: string): Prepare {
  return (inputs as unknown as Record<string, Prepare>)[name] as Prepare;
}

/** Two equal empty lists would prove nothing. */
function saysSomething(name: string, body: unknown): boolean {
  const reply = body as Record<string, unknown>;
  const data = (reply.data ?? {}) as Record<string, unknown>;
  if (name === 'search_shared_knowledge') return (data.passages as unknown[]).length > 0;
  if (!name.startsWith('list_')) return true;
  // Readings are in `data`, beside their subject.
  const lists = [...Object.values(reply), data.readings].filter(Array.isArray);
  return lists.length > 0 && lists.every((list) => list.length > 0);
}
