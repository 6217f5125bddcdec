import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';

let service: TestService;
let village: Village;
let token: string;
before(async () => {
  service = await startService();
  village = await buildVillage(service);
  token = await service.token(village.accounts.resident);
});

interface Reply {
  status: number;
  body: {
    result?: Record<string, unknown>;
    error?: { code: number; message: string; data?: Record<string, unknown> };
  };
}

async function post(body: string, headers: Record<string, string> = {}): Promise<Reply> {
  const response = await fetch(`${service.url}/mcp/resident`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    body,
  });
  return { status: response.status, body: JSON.parse((await response.text()) || '{}') };
}
const ask = (method: string, params: unknown) =>
  post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));

const methods = [
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
];

/** No request may cause an internal error: it gets a result, or an error that says what was wrong. */
async function assertAnswered(reply: Reply, sent: unknown): Promise<void> {
  const told = `${JSON.stringify(sent)} → ${reply.status} ${JSON.stringify(reply.body)}`;
  assert.ok(reply.status < 500, told);
  assert.notEqual(reply.body.error?.code, -32603, told);
  assert.ok(reply.status === 202 || reply.body.result !== undefined || reply.body.error !== undefined, told);
}

describe('hostile MCP messages get valid responses', () => {
  it('with arbitrary JSON as body, parameters and arguments', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (value) => {
        await assertAnswered(await post(JSON.stringify(value)), value);
      }),
      { numRuns: 60 },
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...methods), fc.jsonValue({ maxDepth: 4 }), async (method, value) => {
        await assertAnswered(await ask(method, value), { method, value });
      }),
      { numRuns: 120 },
    );
    const named = fc.record({
      name: fc.constantFrom('list_settlements', 'write_diary_entry', 'list_tagged', 'show_me', '__proto__'),
      uri: fc.oneof(fc.webUrl(), fc.constant('settlements://knowledge/%E0%A4%A'), fc.jsonValue()),
      arguments: fc.dictionary(
        fc.constantFrom('settlement', 'tag', 'cursor', 'place', 'notes', 'q', '__proto__', 'x'),
        fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constant('\u0000'), fc.constant('\ud800')),
      ),
      ref: fc.oneof(fc.jsonValue(), fc.constant({ type: 'ref/prompt', name: 'write_diary_entry' })),
      argument: fc.oneof(fc.jsonValue(), fc.record({ name: fc.constant('plot'), value: fc.string() })),
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...methods), named, async (method, params) => {
        await assertAnswered(await ask(method, params), { method, params });
      }),
      { numRuns: 200 },
    );
  });
  it('with numbers above 2^53 in place of texts', async () => {
    for (const params of [
      '{"uri":9007199254740993}',
      '{"name":9007199254740993}',
      '{"name":"write_diary_entry","arguments":{"notes":9007199254740993}}',
      '{"ref":{"type":"ref/prompt","name":"write_diary_entry"},"argument":{"name":"plot","value":9007199254740993}}',
    ]) {
      for (const method of ['resources/read', 'tools/call', 'prompts/get', 'completion/complete']) {
        const reply = await post(`{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`);
        assert.ok([-32602, -32002].includes(reply.body.error?.code ?? 0), `${method} ${params}`);
      }
    }
    const id = await post('{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}');
    assert.deepEqual([id.status, id.body.error?.code], [400, -32600]);
  });
  it('with a deeply nested body', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    for (const body of [
      deep,
      `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":${deep}}}`,
      `{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"write_diary_entry","arguments":{"notes":${deep}}}}`,
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"edit_profile","arguments":{"display_name":${deep}}}}`,
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_settlements","arguments":{"q":${deep}}}}`,
    ])
      await assertAnswered(await post(body), body.slice(0, 120));
  });
  it('with headers that are invalid base64, repeated, or name something else', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'show_me', _meta: meta },
    });
    const good = {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': `=?base64?${btoa('show_me')}?=`,
    };
    assert.equal((await post(body, good)).status, 200);
    for (const wrong of [
      { 'mcp-name': '=?base64?c2hvd19tZ?=' },
      { 'mcp-name': '=?base64?***?=' },
      { 'mcp-name': 'show_me, show_me' },
      { 'mcp-name': 'SHOW_ME' },
      { 'mcp-method': 'tools/call, tools/call' },
      { 'mcp-method': 'TOOLS/CALL' },
    ]) {
      const reply = await post(body, { ...good, ...wrong });
      assert.deepEqual([reply.status, reply.body.error?.code], [400, -32020], JSON.stringify(wrong));
    }
  });
});

describe('long lists', () => {
  it('are paged to a size for assistants, and the cursor leads through all entries', async () => {
    const { resident, neighbour } = village.clients;
    const { data } = await resident.send_message({
      to: 'person',
      account: village.accounts.neighbour,
      body: `1 ${'x'.repeat(4990)}`,
    });
    for (let number = 2; number <= 45; number += 1)
      await neighbour.send_message({
        conversation: data.conversation,
        body: `${number} ${'я'.repeat(4990)}`,
      });
    const seen: number[] = [];
    let cursor: string | null | undefined;
    for (let page = 0; cursor !== null && page < 20; page += 1) {
      const { body } = await ask('tools/call', {
        name: 'list_messages',
        arguments: { conversation: data.conversation, limit: 100, ...(cursor && { cursor }) },
      });
      const result = body.result as {
        content: { text: string }[];
        structuredContent: { messages: { number: number }[]; cursor: string | null };
      };
      assert.ok((result.content[1]?.text.length ?? Number.POSITIVE_INFINITY) <= 90_000);
      seen.push(...result.structuredContent.messages.map(({ number }) => number));
      cursor = result.structuredContent.cursor;
    }
    assert.deepEqual(
      seen,
      Array.from({ length: 45 }, (_, index) => 45 - index),
    );
  });
});
