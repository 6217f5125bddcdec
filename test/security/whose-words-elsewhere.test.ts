import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Client } from '../../src/entry/client/client.ts';
import { operations } from '../../src/features/operations/index.ts';
import type { TestService } from '../harness/service.ts';
import { startService } from '../harness/service.ts';
import type { Persona, Village } from '../harness/village.ts';
import type { Browser } from '../oauth/browser.ts';
import { prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { createMcpClient } from '../transport/mcp/json-rpc-client.ts';
import { readConfirmWord, readRefusalBody, type ToolReply } from '../transport/mcp/untrusted-text-marks.ts';
import { signIn } from '../web/sign-in.ts';
import { type Column, columns, createRows, readTable, seatBoards } from './whose-words-rows.ts';

const personas: Record<Column, Persona> = {
  author: 'resident',
  board: 'editor',
  neighbour: 'neighbour',
  'former board': 'outsider',
  moderator: 'moderator',
};
/** The servers in the order in which somebody would choose them. */
const servers: Record<Column, readonly string[]> = {
  author: ['resident', 'settlement', 'platform'],
  board: ['settlement', 'resident', 'platform'],
  neighbour: ['resident', 'settlement', 'platform'],
  'former board': ['settlement', 'resident', 'platform'],
  moderator: ['platform', 'settlement', 'resident'],
};

class ToolRefused extends Error {}

describe('words written by people are changed by whom the table says', () => {
  let service: TestService;
  let village: Village;
  let accounts: Record<Column, string>;
  let parts: ReturnType<typeof createRows>;
  let table: Map<string, string[]>;
  before(async () => {
    ({ service, village } = await prepareOAuthTestClient(await startService()));
    accounts = await seatBoards(service, village);
    parts = createRows(service, village);
    table = await readTable();
  });

  /** The operations as tools: of the server that this caller would use, with the word where one is asked for. */
  async function asTools(column: Column, account: string): Promise<Client> {
    const token = await service.token(account);
    const call = async (name: string, input: Record<string, unknown>) => {
      const audiences: readonly string[] =
        operations.find((each) => each.name === name)?.audiences ?? assert.fail(name);
      const server = servers[column].find((each) => audiences.includes(each));
      if (server === undefined) throw new ToolRefused(`no server offers ${name}`);
      const tool = createMcpClient(service, server, token);
      // Who hides their own gives no reason: the tools of residents have no such argument.
      const { reason: _, ...bare } = input;
      const given = server === 'resident' ? bare : input;
      let { body } = await tool.call(name, given);
      const word = body.result && readConfirmWord(body.result as ToolReply);
      if (word !== undefined) ({ body } = await tool.call(name, { ...given, confirm: word }));
      if (body.error !== undefined) throw new ToolRefused(body.error.message);
      if (body.result?.isError !== true) return body.result?.structuredContent;
      const said = readRefusalBody({ content: body.result.content ?? [] });
      const words = [said.message, said.errors].filter(Boolean);
      assert.ok(words.length > 0, `${name}: refused with words`);
      throw new ToolRefused(JSON.stringify(words));
    };
    return new Proxy({} as Client, {
      // A promise of it asks for `then`.
      get: (_, name) =>
        name === 'then' ? undefined : (input: Record<string, unknown>) => call(String(name), input),
    });
  }

  it('also through the tools of assistants', async () => {
    for (const [name, row] of Object.entries(parts.rows)) {
      const found: string[] = [];
      for (const column of columns) {
        const thing = await row.make();
        const isSecond = column === 'author' && row.bySecond;
        const tools = await asTools(
          isSecond ? 'board' : column,
          isSecond ? village.accounts.newcomer : accounts[column],
        );
        let done = true;
        try {
          done = (await row.try(tools, thing)) !== 'waits';
        } catch (error) {
          if (!(error instanceof ToolRefused)) throw error;
          done = false;
        }
        found.push(done && !((await row.stands?.(thing)) ?? false) ? 'yes' : 'refused');
      }
      assert.deepEqual(
        found,
        table.get(name)?.map((says) => (says === 'yes' ? says : 'refused')),
        name,
      );
    }
  });

  it('also through the forms of pages, even forged ones', async () => {
    const { db } = service;
    const browsers = Object.fromEntries(
      await Promise.all(
        columns.map(async (column) => [column, await signIn(service, personas[column], 'ru')] as const),
      ),
    ) as Record<Column, Browser>;
    const second = await signIn(service, 'newcomer', 'ru');
    const without = Object.entries(parts.rows).filter(([, { post }]) => post === undefined);
    assert.deepEqual(
      without.map(([name]) => name),
      [
        'photograph of a diary entry: add one',
        'photograph of a task: remove',
        'comment on a task: change, remove',
        'message: change, remove',
        'knowledge article: remove',
      ],
      'what pages have no form for',
    );
    for (const [name, row] of Object.entries(parts.rows)) {
      if (row.post === undefined) continue;
      const snapshot = async (thing: string) => {
        const rows = await db<{ row: string }[]>`
          select (to_jsonb(t) - 'updated_at' - 'search')::text as row from ${db(row.table)} t where id = ${thing}`;
        return rows[0]?.row ?? 'gone';
      };
      const found: string[] = [];
      for (const column of columns) {
        const thing = await row.make();
        const before = await snapshot(thing);
        const browser = column === 'author' && row.bySecond ? second : browsers[column];
        const { to, fields } = row.post(thing, column);
        const { token } = JSON.parse((await browser.get('/form-token')).html) as { token: string };
        const { status, html } = await browser.post(to, {
          csrf: token,
          idempotency_key: service.newId(),
          ...fields,
        });
        assert.ok(status < 500, `${name}, ${column}: ${status}`);
        const isChanged = (await snapshot(thing)) !== before;
        if (isChanged) assert.equal(status, 303, `${name}, ${column}`);
        else assert.notEqual(status, 200, `${name}, ${column}: ${html.slice(0, 300)}`);
        found.push(isChanged ? 'yes' : 'refused');
      }
      assert.deepEqual(
        found,
        table.get(name)?.map((says) => (says === 'yes' ? says : 'refused')),
        name,
      );
    }
  });
});
