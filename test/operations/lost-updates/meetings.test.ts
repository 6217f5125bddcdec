import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { scopes } from '../../../src/domain/kernel/caller.ts';
import type { AnyDefinition } from '../../../src/domain/kernel/operation.ts';
import { ApiError } from '../../../src/entry/client/client.ts';
import { setOperator, setPlatformRole } from '../../../src/store/accounts/accounts.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Persona, personas, type Village } from '../../harness/village.ts';
import { createMcpClient } from '../../transport/mcp/json-rpc-client.ts';
import { readConfirmWord, type ToolReply } from '../../transport/mcp/untrusted-text-marks.ts';
import { actionMeetings } from './action-meetings.ts';
import { readLostUpdatesTable } from './lost-updates-table.ts';
import type { Fields, MeetingCase, Stage } from './meeting-cases.ts';
import { findLostAmong, findWrittenOver, judgeMeeting, type MeetingOutcome } from './meeting-outcome.ts';
import { operationMeetings } from './operation-meetings.ts';
import { observeRowChanges, readPrimaryKeys, takeRowChanges } from './row-changes.ts';
import { giveSecondWriter } from './writer-cases.ts';
import { loadWritingDefinitions } from './writing-definitions.ts';

type Door = 'REST' | 'tool' | 'page';

/** What may happen where the table says this of a call that does not name what it saw. */
const allowed: Readonly<Record<string, readonly MeetingOutcome[]>> = {
  refused: ['refused', 'same'],
  replaced: ['replaced', 'refused', 'same'],
  history: ['history', 'replaced', 'refused', 'same', 'joined', 'new'],
  joined: ['joined'],
  own: ['own', 'same', 'new', 'joined', 'refused'],
  part: ['same', 'joined', 'refused'],
  // A row that points at the newest of them has nothing that is not in those added.
  new: ['new', 'refused', 'same', 'joined', 'history'],
  once: ['refused', 'same'],
  'for good': ['refused'],
};

let service: TestService;
let village: Village;
let keys: Map<string, string[]>;
const definitions = new Map<string, AnyDefinition>();
const counts = new Map<string, number>();
const tokens = new Map<Persona, string>();
before(async () => {
  service = await startService();
  village = await buildVillage(service);
  await giveSecondWriter(service, village);
  await setPlatformRole(service.db, village.accounts.outsider, 'moderator');
  for (const who of operators) await setOperator(service.db, village.accounts[who], true);
  for (const definition of await loadWritingDefinitions()) definitions.set(definition.name, definition);
  for (const who of personas) tokens.set(who, await service.token(village.accounts[who]));
  await observeRowChanges(service.db);
  keys = await readPrimaryKeys(service.db);
});

const operators: readonly Persona[] = ['moderator', 'outsider'];

async function perform(who: Persona, definition: AnyDefinition, input: Fields): Promise<Fields> {
  const isOperator = operators.includes(who);
  const caller = {
    accountId: village.accounts[who],
    isModerator: isOperator,
    isOperator,
    scopes: new Set(scopes),
    via: 'session',
  } as const;
  const call = {
    surface: 'page',
    bearer: undefined,
    origin: service.url,
    address: '127.0.0.1',
    language: 'en',
    signal: new AbortController().signal,
  } as const;
  return (await service.app.kernel.perform(definition, input, call, caller)) as Fields;
}

let serial = 0;
function nextWord(): string {
  serial += 1;
  return `слово${serial}конец`;
}

const createStage = (): Stage => ({
  service,
  village,
  clients: village.clients,
  word: nextWord,
  act: perform,
});

/** The reply; null: refused. */
async function write(
  door: Door,
  name: string,
  { server }: MeetingCase,
  who: Persona,
  input: Fields,
): Promise<string | null> {
  if (door === 'tool') {
    const tool = createMcpClient(service, String(server), tokens.get(who));
    const ask = async (given: Fields) => (await tool.call(name, given)).body.result as ToolReply | undefined;
    let result = await ask(input);
    const confirm = result && readConfirmWord(result);
    if (confirm !== undefined) result = await ask({ ...input, confirm });
    return result === undefined || result.isError ? null : JSON.stringify(result);
  }
  try {
    if (door === 'page')
      return JSON.stringify((await perform(who, definitions.get(name) as AnyDefinition, input)) ?? {});
    const client = village.clients[who] as unknown as Record<string, (input: Fields) => Promise<object>>;
    return JSON.stringify((await client[name]?.(input)) ?? {});
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return null;
    if ((error as { kind?: string }).kind === undefined) throw error;
    return null;
  }
}

async function meet(name: string, each: MeetingCase, door: Door, second: Persona, isNamed: boolean) {
  const { input, seen } = await each.make(createStage());
  const along = isNamed ? seen : {};
  await takeRowChanges(service.db, keys);
  const one = await write(door, name, each, each.who, { ...input(nextWord()), ...along });
  // Where nothing is written unless what was seen is named, there is no second.
  if (one === null && !isNamed && readLostUpdatesTable().get(name)?.unnamed === 'refused') return 'refused';
  assert.ok(one, `${name} ${door}: the first writer was refused`);
  const first = await takeRowChanges(service.db, keys);
  const two = await write(door, name, each, second, { ...input(nextWord()), ...along });
  const then = await takeRowChanges(service.db, keys);
  if (two === null) {
    assert.deepEqual(findWrittenOver(first, then), [], `${name} ${door}: a refused call wrote`);
    return 'refused';
  }
  const outcome = judgeMeeting(first, then, two, village.accounts[second]);
  if (outcome === 'lost') {
    const over = findWrittenOver(first, then).map(({ at, column }) => `${at.split(' ')[0]}.${column}`);
    return `lost ${over.join()}`;
  }
  return outcome;
}

describe('two writers of one thing that is no text', () => {
  for (const [name, each] of Object.entries({ ...operationMeetings, ...actionMeetings }))
    it(`${name}: nothing is written over without a word, through any door`, async () => {
      const row = readLostUpdatesTable().get(name);
      const doors: Door[] = each.server ? ['REST', 'tool', 'page'] : ['page'];
      const found: string[] = [];
      const { seen } = await each.make(createStage());
      for (const isNamed of seen ? [true, false] : [false])
        for (const door of doors)
          for (const second of [each.who, each.other]) {
            const outcome = await meet(name, each, door, second, isNamed);
            counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
            const [same, two = same] = String(isNamed ? row?.named : row?.unnamed).split('; two accounts: ');
            const word = String(second === each.who ? same : two);
            const may = allowed[word];
            if (!may?.includes(outcome as MeetingOutcome))
              found.push(
                `${door} ${second === each.who ? 'same' : 'two'} ${isNamed ? 'named' : 'unnamed'}: ${outcome}, not ${word}`,
              );
          }
      assert.deepEqual(found, []);
    });

  it('three at once lose nothing either', async () => {
    const lost: string[] = [];
    for (const [name, each] of Object.entries({ ...operationMeetings, ...actionMeetings }))
      for (const door of (each.server ? ['REST', 'tool', 'page'] : ['page']) as Door[]) {
        const { input, seen } = await each.make(createStage());
        await takeRowChanges(service.db, keys);
        const inputs = [0, 1, 2].map(() => ({ ...input(nextWord()), ...seen }));
        const replies = await Promise.all(inputs.map((one) => write(door, name, each, each.who, one)));
        const changes = await takeRowChanges(service.db, keys);
        const found = findLostAmong(changes, replies.join(), village.accounts[each.who]);
        if (found.length > 0) lost.push(`${name} ${door}: ${found}`);
      }
    assert.deepEqual(lost, []);
  });

  it('has counted its cells', (t) => {
    t.diagnostic(JSON.stringify(Object.fromEntries([...counts].sort())));
    assert.ok(counts.size > 0);
  });
});
