import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { type AnyOperation, audiences, isReadOnly } from '../../src/domain/kernel/operation.ts';
import type { Client, OperationName } from '../../src/entry/client/client.ts';
import { operations } from '../../src/features/operations/index.ts';
import { insertAccount } from '../../src/store/accounts/accounts.ts';
import { deleteSettlementRole, insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import {
  audienceCallers,
  createToolCaller,
  type DemoContext,
  type ToolCaller,
} from '../transport/mcp/every-tool/demo-context.ts';
import { prepareDemo } from '../transport/mcp/every-tool/prepare-demo.ts';
import { readingInputs } from '../transport/mcp/every-tool/reading-inputs.ts';
import { writingInputs } from '../transport/mcp/every-tool/writing-inputs.ts';
import { officialClients } from '../transport/mcp/official-clients.ts';
import { readRefusalBody, type ToolReply } from '../transport/mcp/untrusted-text-marks.ts';

const all = operations as readonly AnyOperation[];
const [connectClient] = Object.values(officialClients);

/** What everybody with an account may do, an auditor too: nothing of it decides or writes about the settlement. */
const anybodys: Partial<Record<OperationName, string>> = {
  write_knowledge_article: 'the knowledge base is everybody’s',
  edit_profile: 'one’s own account',
  save_interface_settings: 'one’s own account',
  set_notification_preferences: 'one’s own account',
  request_residency: 'anybody may ask, and the board decides',
  register_company: 'anybody may register one',
};

/** What the board reads to decide, and draws before it sets it. */
const boardsAlone = ['list_change_proposals', 'shape_settlement_boundary'];

/** What is read of the reader, or of what the reader may do. */
const ofTheReader: Partial<Record<OperationName, string>> = {
  show_me: 'the reader',
  list_my_articles: 'the reader’s own',
  list_my_parcels: 'the reader’s own',
  list_notifications: 'the reader’s own',
  list_conversations: 'of who takes part in them',
  list_messages: 'of who takes part in them',
  list_tasks: 'of who wrote them, does them or decides them',
  show_task: 'of who wrote them, does them or decides them',
  list_articles: 'entries that are private stay with the board',
  show_article: 'says what the reader may do',
};
/** Not the auditor's at all, so that they do not exist for them. */
const others = ['list_messages', 'show_task'];

type Inputs = Record<string, ((turn: ToolCaller) => object | Promise<object>) | undefined>;

describe('an auditor, at every operation and tool', () => {
  let stage: DemoContext;
  const accounts: Record<'auditor' | 'former' | 'plain', string> = { auditor: '', former: '', plain: '' };
  const clients = {} as Record<keyof typeof accounts, Client>;
  const tokens = {} as Record<keyof typeof accounts, string>;
  before(async () => {
    stage = await prepareDemo();
    const { db, newId } = stage.service;
    for (const who of ['auditor', 'former', 'plain'] as const) {
      const now = new Date();
      const account = { displayName: 'Анна Белова', language: 'en', passwordHash: null } as const;
      accounts[who] = newId();
      await insertAccount(db, {
        ...{ ...account, id: accounts[who], email: `${who}@example.org` },
        ...{ emailConfirmedAt: now, createdAt: now },
      });
      if (who !== 'plain') await insertSettlementRole(db, stage.settlement.id, accounts[who], 'auditor', now);
      tokens[who] = await stage.service.token(accounts[who]);
      clients[who] = stage.service.client(tokens[who]);
    }
    // The role was used, so that the token is cached with it.
    assert.equal((await ask('former', 'list_residents', here())).status, 200);
    await deleteSettlementRole(db, stage.settlement.id, accounts.former, 'auditor');
  });

  const here = () => ({ settlement: stage.settlement.slug });
  const ask = (who: keyof typeof accounts, name: string, input: object) =>
    clients[who].send(name as never, input as never);
  const prepare = async (table: object, name: string, turn: ToolCaller) =>
    (await (table as Inputs)[name]?.(turn)) ?? assert.fail(`${name} has no input.`);
  const isRefused = (status: number) => status === 403 || status === 404;

  for (const audience of audiences.filter((each) => audienceCallers[each] !== null))
    it(`is refused whatever writes, over REST and by tools, and so is a former one: ${audience}`, async () => {
      const caller = createToolCaller(stage, audience);
      const url = new URL(`${stage.service.url}/mcp/${audience}`);
      const open = (who: keyof typeof accounts) =>
        (connectClient ?? assert.fail())(url, {
          requestInit: { headers: { authorization: `Bearer ${tokens[who]}`, 'accept-language': 'en' } },
        });
      const tools = { auditor: await open('auditor'), former: await open('former') };
      const problems: string[] = [];
      for (const { name, success } of all.filter(
        (each) => each.audiences.includes(audience) && !isReadOnly(each) && !(each.name in anybodys),
      )) {
        const input = await prepare(writingInputs, name, caller);
        for (const who of ['auditor', 'former'] as const) {
          const { status, body } = await ask(who, name, input);
          if (!isRefused(status)) problems.push(`${name}, ${who}: ${status}`);
          const reply = (await tools[who].callTool({ name, arguments: { ...input } })) as ToolReply;
          const { message, confirm } = readRefusalBody(reply);
          if (!reply.isError || confirm !== undefined || message !== (body as { message: string }).message)
            problems.push(`${name} by tool, ${who}: ${JSON.stringify(reply.content)}`);
        }
        // The same input is right for whom it was made.
        const { status, body } = await caller.rest.send(name as never, input as never);
        if (status !== success) problems.push(`${name} by its caller: ${status} ${JSON.stringify(body)}`);
      }
      for (const tool of Object.values(tools)) await tool.close();
      assert.deepEqual(problems, []);
    });

  it('reads whatever the board reads, except what waits for a decision', async () => {
    const caller = createToolCaller(stage, 'settlement');
    const problems: string[] = [];
    const refused: string[] = [];
    for (const { name, success } of all.filter(
      (each) => each.audiences.includes('settlement') && isReadOnly(each),
    )) {
      const input = await prepare(readingInputs, name, caller);
      const boards = await caller.rest.send(name as never, input as never);
      assert.equal(boards.status, success, name);
      const { status, body } = await ask('auditor', name, input);
      if (status === 403) refused.push(name);
      else if (others.includes(name)) assert.equal(status, 404, name);
      else if (status !== success) problems.push(`${name}: ${status}`);
      else if (!(name in ofTheReader) && !isDeepStrictEqual(boards.body, body))
        problems.push(
          `${name}: ${JSON.stringify(body).slice(0, 600)} instead of ${JSON.stringify(boards.body).slice(0, 600)}`,
        );
    }
    assert.deepEqual(problems, []);
    assert.deepEqual(refused, boardsAlone);
  });

  it('reads no longer than the role: a former one reads what anybody reads', async () => {
    const problems: string[] = [];
    for (const audience of ['settlement', 'resident'] as const) {
      const caller = createToolCaller(stage, audience);
      for (const { name } of all.filter((each) => each.audiences.includes(audience) && isReadOnly(each))) {
        if (name === 'show_me') continue;
        const input = await prepare(readingInputs, name, caller);
        const [former, plain] = [await ask('former', name, input), await ask('plain', name, input)];
        const same =
          former.status === plain.status &&
          (former.status !== 200 || JSON.stringify(former.body) === JSON.stringify(plain.body));
        if (!same) problems.push(`${name}: ${former.status} where another gets ${plain.status}`);
      }
    }
    assert.deepEqual(problems, []);
    const { data } = await clients.former.show_me({});
    assert.deepEqual(data.settlements, []);
  });
});
