import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { AnyDefinition } from '../../../src/domain/kernel/operation.ts';
import { ApiError } from '../../../src/entry/client/client.ts';
import { runActionAs } from '../../harness/page-actions.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Persona, type Village } from '../../harness/village.ts';
import { createMcpClient, readRefusal } from '../../transport/mcp/json-rpc-client.ts';
import { readLostUpdatesTable } from './lost-updates-table.ts';
import { type Fields, giveSecondWriter, listWriterCases, type WriterCase } from './writer-cases.ts';
import { loadWritingDefinitions } from './writing-definitions.ts';

type Door = 'REST' | 'tool' | 'page';

/** What became of the words of the first writer when the second wrote. */
type Outcome = 'refused' | 'joined' | 'replaced' | 'history' | 'lost';

type Written = { refusal: string } | { reply: string };

let service: TestService;
let village: Village;
const definitions = new Map<string, AnyDefinition>();
before(async () => {
  service = await startService();
  village = await buildVillage(service);
  await giveSecondWriter(service, village);
  for (const definition of await loadWritingDefinitions()) definitions.set(definition.name, definition);
});
const cases = listWriterCases(
  () => village,
  () => service,
);
const doorsOf = ({ server }: WriterCase): Door[] => (server ? ['REST', 'tool', 'page'] : ['page']);

async function write(door: Door, { name, server }: WriterCase, as: Persona, input: Fields): Promise<Written> {
  if (door === 'tool') {
    const tool = createMcpClient(service, String(server), await service.token(village.accounts[as]));
    const reply = await tool.call(name, input);
    assert.ok(reply.body.result, JSON.stringify(reply.body));
    if (reply.body.result.isError) return { refusal: JSON.stringify(readRefusal(reply)) };
    return { reply: JSON.stringify(reply.body.result.structuredContent) };
  }
  const client = village.clients[as] as unknown as Record<string, (input: Fields) => Promise<object>>;
  const work =
    door === 'REST'
      ? client[name]?.(input)
      : runActionAs(service, village.accounts[as], definitions.get(name) as AnyDefinition, input);
  try {
    return { reply: JSON.stringify((await work) ?? {}) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 422) return { refusal: JSON.stringify(error.body) };
    const { kind, details } = error as { kind?: string; details?: object };
    if (kind !== 'invalid') throw error;
    return { refusal: JSON.stringify(details ?? {}) };
  }
}

let serial = 0;
function nextWord(): string {
  serial += 1;
  return `слово${serial}конец`;
}

/** Both read, then both write; what the second did to the words of the first. */
async function meet(door: Door, each: WriterCase, second: Persona, isNamed: boolean): Promise<Outcome> {
  const [first, mine, theirs] = [nextWord(), nextWord(), nextWord()];
  const { at, base, read } = await each.make(first);
  if (each.server === undefined) await write(door, each, each.who, { ...at, [each.field]: first });
  const seen = isNamed ? ((await base?.()) ?? {}) : {};
  const input = (word: string) => ({ ...at, ...each.along, [each.field]: word, ...seen });
  const one = await write(door, each, each.who, input(mine));
  assert.ok('reply' in one, `${each.name} ${door}: ${JSON.stringify(one)}`);
  const two = await write(door, each, second, input(theirs));
  const { now, history } = await read(each.who);
  if ('refusal' in two) {
    assert.ok(two.refusal.includes(mine), `${each.name} ${door}: the refusal has the words that stand`);
    assert.ok(now.includes(mine), `${each.name} ${door}: a refused edit writes nothing`);
    return 'refused';
  }
  if (now.includes(mine) || history.includes(`stands: ${mine}`)) return 'joined';
  assert.ok(now.includes(theirs), `${each.name} ${door}: what was written stands`);
  if (two.reply.includes(mine)) return 'replaced';
  if (!history.includes(mine)) return 'lost';
  return two.reply.includes('"replaced":{') ? 'replaced' : 'history';
}

/** “refused”, or where doors differ “REST replaced, tool refused, page refused”. */
async function describeDoors(each: WriterCase, second: Persona, isNamed: boolean): Promise<string> {
  const doors = doorsOf(each);
  const outcomes: Outcome[] = [];
  for (const door of doors) outcomes.push(await meet(door, each, second, isNamed));
  if (new Set(outcomes).size === 1) return String(outcomes[0]);
  return doors.map((door, index) => `${door} ${outcomes[index]}`).join(', ');
}

describe('two writers of one thing', () => {
  for (const each of cases)
    it(`${each.name}: every door does what the table says, with and without what was seen`, async () => {
      const row = readLostUpdatesTable().get(each.name);
      const described = async (isNamed: boolean) => {
        const same = await describeDoors(each, each.who, isNamed);
        if (each.other === undefined) return same;
        const other = await describeDoors(each, each.other, isNamed);
        return other === same ? same : `${same}; two accounts: ${other}`;
      };
      const measured = { named: await described(true), unnamed: await described(false) };
      assert.doesNotMatch(Object.values(measured).join(), /lost/, each.name);
      assert.deepEqual({ named: row?.named, unnamed: row?.unnamed }, measured);
    });

  it('three at once lose nothing either', async () => {
    for (const each of cases)
      for (const door of doorsOf(each))
        for (const isNamed of [true, false]) {
          const { at, base, read } = await each.make(nextWord());
          if (each.server === undefined)
            await write(door, each, each.who, { ...at, [each.field]: nextWord() });
          const seen = isNamed ? ((await base?.()) ?? {}) : {};
          const words = [nextWord(), nextWord(), nextWord()];
          const outcomes = await Promise.all(
            words.map((word) =>
              write(door, each, each.who, { ...at, ...each.along, [each.field]: word, ...seen }),
            ),
          );
          const { now, history } = await read(each.who);
          const replies = outcomes.map((outcome) => ('reply' in outcome ? outcome.reply : '')).join();
          for (const [index, word] of words.entries()) {
            const isTold = 'refusal' in (outcomes[index] as Written);
            assert.ok(
              isTold || now.includes(word) || history.includes(word) || replies.includes(word),
              `${each.name} ${door} ${isNamed ? 'with' : 'without'} what was seen lost a word of three`,
            );
          }
        }
  });
});
