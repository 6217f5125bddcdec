import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { withClockOffset } from '../../harness/clock.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import { readMarkedReply, type ToolReply } from './untrusted-text-marks.ts';

let service: TestService;
let village: Village;
let token: string;
before(async () => {
  service = await startService();
  village = await buildVillage(service);
  token = await service.token(village.accounts.resident);
});

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

interface Sent {
  status: number;
  headers: Headers;
  body: {
    result?: Record<string, unknown>;
    error?: { code: number; message: string; data?: Record<string, unknown> };
  } | null;
}

async function post(
  body: unknown,
  options: { audience?: string; headers?: Record<string, string>; query?: string; anonymous?: boolean } = {},
): Promise<Sent> {
  const response = await fetch(`${service.url}/mcp/${options.audience ?? 'resident'}${options.query ?? ''}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(!options.anonymous && { authorization: `Bearer ${token}` }),
      ...options.headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

/** A valid request of the newest revision, with overrides. */
function modern(
  method: string,
  params: Record<string, unknown> = {},
  headers: Record<string, string | undefined> = {},
  options: Parameters<typeof post>[1] = {},
) {
  const named = (params.name ?? params.uri) as string | undefined;
  const all = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(named !== undefined && { 'mcp-name': named }),
    ...headers,
  };
  const kept = Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return post(
    { jsonrpc: '2.0', id: 1, method, params: { _meta: meta, ...params } },
    { ...options, headers: { ...kept, ...options.headers } },
  );
}
const legacy = (
  method: string,
  params: Record<string, unknown> = {},
  options: Parameters<typeof post>[1] = {},
) => post({ jsonrpc: '2.0', id: 1, method, params }, options);
const call = (name: string, given: Record<string, unknown> = {}, options: Parameters<typeof post>[1] = {}) =>
  modern('tools/call', { name, arguments: given }, {}, options);

describe('MCP revision 2026-07-28', () => {
  it('discovers versions, identity and instructions, with cache hints', async () => {
    const { body } = await modern('server/discover');
    assert.deepEqual(body?.result?.supportedVersions, ['2026-07-28', '2025-11-25', '2025-06-18']);
    assert.equal(body?.result?.resultType, 'complete');
    assert.ok(typeof body?.result?.ttlMs === 'number' && typeof body.result.instructions === 'string');
    assert.match(String(body.result.instructions), /`cursor`/);
    const tools = await modern('tools/list');
    for (const { body: reply } of [{ body }, tools]) {
      const meta = reply?.result?._meta as Record<string, { name: string }> | undefined;
      assert.equal(meta?.['io.modelcontextprotocol/serverInfo']?.name, 'settlements-resident');
    }
    assert.equal(tools.body?.result?.resultType, 'complete');
    assert.equal(tools.body?.result?.cacheScope, 'private');
    const open = await modern('tools/list', {}, {}, { audience: 'public', anonymous: true });
    assert.equal(open.body?.result?.cacheScope, 'public');
    assert.equal((await call('list_my_parcels')).body?.result?.resultType, 'complete');
  });
  it('refuses a header that is missing or differs from the body: 400, −32020', async () => {
    const cases: [string, Record<string, unknown>, Record<string, string | undefined>][] = [
      ['tools/list', {}, { 'mcp-method': undefined }],
      ['tools/list', {}, { 'mcp-method': 'tools/call' }],
      ['tools/list', {}, { 'mcp-protocol-version': '2025-11-25' }],
      ['tools/call', { name: 'show_me' }, { 'mcp-name': undefined }],
      ['tools/call', { name: 'show_me' }, { 'mcp-name': 'list_my_parcels' }],
    ];
    for (const [method, params, headers] of cases) {
      const { status, body } = await modern(method, params, headers);
      assert.deepEqual([status, body?.error?.code], [400, -32020], JSON.stringify(headers));
    }
    assert.equal(
      (await modern('tools/call', { name: 'show_me' }, { 'mcp-name': `=?base64?${btoa('show_me')}?=` }))
        .status,
      200,
    );
  });
  it('refuses an unsupported version with the supported ones: 400, −32022', async () => {
    const params = { _meta: { ...meta, 'io.modelcontextprotocol/protocolVersion': '2030-01-01' } };
    const { status, body } = await modern('tools/list', params, { 'mcp-protocol-version': '2030-01-01' });
    assert.deepEqual([status, body?.error?.code], [400, -32022]);
    assert.ok(((body?.error?.data?.supported ?? []) as string[]).includes('2026-07-28'));
    assert.equal(
      (await legacy('tools/list', {}, { headers: { 'mcp-protocol-version': '1999-01-01' } })).status,
      400,
    );
  });
  it('requires its envelope: 400, −32602', async () => {
    const { status, body } = await modern('tools/list', {
      _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' },
    });
    assert.deepEqual([status, body?.error?.code], [400, -32602]);
  });
  it('responds 404 and −32601 to an unknown method', async () => {
    for (const method of [
      'initialize2',
      'ping',
      'logging/setLevel',
      'subscriptions/listen',
      '__proto__',
      'constructor',
    ]) {
      const { status, body } = await modern(method);
      assert.deepEqual([status, body?.error?.code], [404, -32601], method);
    }
  });
});

describe('earlier MCP revisions', () => {
  it('negotiate the version by initialize', async () => {
    for (const [asked, got] of [
      ['2025-06-18', '2025-06-18'],
      ['2025-11-25', '2025-11-25'],
      ['2024-11-05', '2025-11-25'],
    ]) {
      const { body } = await legacy('initialize', {
        protocolVersion: asked,
        capabilities: {},
        clientInfo: { name: 'x', version: '1' },
      });
      assert.equal(body?.result?.protocolVersion, got);
    }
    assert.deepEqual((await legacy('ping')).body?.result, {});
    const unknown = await legacy('nothing/here');
    assert.deepEqual([unknown.status, unknown.body?.error?.code], [200, -32601]);
  });
  it('respond 202 to a notification', async () => {
    const reply = await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    assert.deepEqual([reply.status, reply.body], [202, null]);
  });
});

describe('refused MCP requests', () => {
  it('GET and DELETE: 405', async () => {
    for (const method of ['GET', 'DELETE']) {
      const reply = await fetch(`${service.url}/mcp/resident`, {
        method,
        headers: { authorization: `Bearer ${token}` },
      });
      assert.equal(reply.status, 405);
      assert.equal(reply.headers.get('allow'), 'POST');
    }
  });
  it('an unknown audience, such as the conformance fixture: 404', async () => {
    for (const audience of ['conformance', 'none', 'resident/'])
      assert.equal((await modern('tools/list', {}, {}, { audience })).status, 404, audience);
  });
  it('batches, also with a write in them and no token', async () => {
    const write = {
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'edit_profile', arguments: { display_name: 'Stolen' } },
    };
    const { status, body } = await post([{ jsonrpc: '2.0', id: 1, method: 'ping' }, write]);
    assert.deepEqual([status, body?.error?.code], [400, -32600]);
    assert.equal((await post([write], { anonymous: true })).status, 401);
    assert.equal((await post([write], { audience: 'public', anonymous: true })).status, 400);
    assert.notEqual((await village.clients.resident.show_me({})).data.display_name, 'Stolen');
  });
  it('invalid JSON, invalid JSON-RPC, or a response', async () => {
    assert.deepEqual([(await post('{')).status, (await post('{')).body?.error?.code], [400, -32700]);
    for (const body of [
      {},
      { jsonrpc: '1.0', id: 1, method: 'x' },
      { jsonrpc: '2.0', id: null, method: 'x' },
      { jsonrpc: '2.0', id: 1.5, method: 'x' },
      { jsonrpc: '2.0', id: 1, result: {} },
      'null',
      '7',
      { jsonrpc: '2.0', id: 1, method: 'x', params: [] },
    ]) {
      const reply = await post(body);
      assert.deepEqual([reply.status, reply.body?.error?.code], [400, -32600], JSON.stringify(body));
    }
  });
  it('another content type, too large a body', async () => {
    assert.equal(
      (await post('a=1', { headers: { 'content-type': 'application/x-www-form-urlencoded' } })).status,
      415,
    );
    assert.equal((await post('x'.repeat(10_000_000))).status, 413);
  });
  it('a foreign origin', async () => {
    assert.equal(
      (await modern('tools/list', {}, {}, { headers: { origin: 'https://evil.example' } })).status,
      403,
    );
    assert.equal((await modern('tools/list', {}, {}, { headers: { origin: service.url } })).status, 200);
  });
  it('a missing or expired token: 401 with WWW-Authenticate, never a tool error', async () => {
    const none = await modern('tools/call', { name: 'show_me' }, {}, { anonymous: true });
    assert.equal(none.status, 401);
    assert.match(
      none.headers.get('www-authenticate') ?? '',
      new RegExp(
        `resource_metadata="${service.url}/.well-known/oauth-protected-resource/mcp/resident", scope="mcp:read"`,
      ),
    );
    const expired = await withClockOffset(service, 400 * 86_400_000, () =>
      modern('tools/call', { name: 'show_me' }),
    );
    assert.equal(expired.status, 401);
    assert.match(expired.headers.get('www-authenticate') ?? '', /error="invalid_token"/);
  });
  it('metadata is per audience and follows the host', async () => {
    for (const [path, audience] of [
      ['', 'resident'],
      ['/mcp/company', 'company'],
      ['/mcp/public', 'public'],
    ]) {
      const body = (await (
        await fetch(`${service.url}/.well-known/oauth-protected-resource${path}`)
      ).json()) as { resource: string; authorization_servers: string[] };
      assert.equal(body.resource, `${service.url}/mcp/${audience}`);
      assert.deepEqual(body.authorization_servers, [service.url]);
    }
    assert.equal((await fetch(`${service.url}/.well-known/oauth-protected-resource/mcp/none`)).status, 404);
  });
});

describe('tools', () => {
  it('are listed in a stable order, with title, annotations and every argument described', async () => {
    const [first, second] = [await modern('tools/list'), await modern('tools/list')];
    assert.deepEqual(first.body, second.body);
    for (const tool of (first.body?.result?.tools ?? []) as {
      name: string;
      title: string;
      description: string;
      annotations: Record<string, unknown>;
      inputSchema: { properties?: Record<string, { description?: string }> };
    }[]) {
      assert.ok(tool.title && tool.description, tool.name);
      const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = tool.annotations;
      assert.deepEqual([typeof readOnlyHint, openWorldHint], ['boolean', false], tool.name);
      // What the protocol defines for writing alone.
      assert.equal(typeof destructiveHint, readOnlyHint ? 'undefined' : 'boolean', tool.name);
      assert.ok(idempotentHint === undefined || !readOnlyHint, tool.name);
      for (const [name, field] of Object.entries(tool.inputSchema.properties ?? {}))
        assert.ok(field.description, `${tool.name}.${name}`);
      assert.doesNotMatch(JSON.stringify(tool), /"type":\[/, tool.name);
    }
  });
  it('are limited to the token’s scopes, and can be restricted to reading', async () => {
    const names = async (options: Parameters<typeof post>[1]) =>
      (((await modern('tools/list', {}, {}, options)).body?.result?.tools ?? []) as { name: string }[]).map(
        (tool) => tool.name,
      );
    const reader = await service.token(village.accounts.resident, ['mcp:read']);
    const reading = await names({ headers: { authorization: `Bearer ${reader}` } });
    assert.ok(
      reading.includes('show_me') &&
        !reading.includes('edit_profile') &&
        !reading.includes('list_conversations'),
    );
    const readOnly = await names({ query: '?read_only=1' });
    assert.ok(readOnly.includes('show_me') && !readOnly.includes('edit_profile'));
    assert.equal((await call('edit_profile', {}, { query: '?read_only=1' })).body?.error?.code, -32602);
    // Decided by the tool's exact name, not by a substring of the list.
    for (const name of ['settlement', 'write_article', 'show_me","title":"Show me', 'toString'])
      assert.equal((await call(name, {}, { query: '?read_only=1' })).body?.error?.code, -32602, name);
    assert.equal((await call('show_me', {}, { query: '?read_only=1' })).body?.error, undefined);
    const beyond = { query: '?read_only=1', headers: { authorization: `Bearer ${reader}` } };
    assert.equal(
      (await call('list_conversations', {}, beyond)).status,
      403,
      'a reading tool, told what it lacks',
    );
  });
  it('respond with structure and text, refuse with field errors, and are unknown by other names', async () => {
    const good = (await call('list_my_parcels')).body?.result as unknown as ToolReply;
    assert.deepEqual(
      readMarkedReply(good, true, 'list_my_parcels'),
      await village.clients.resident.list_my_parcels({}),
    );
    const bad = (await call('save_interface_settings', { assistant_width: 1 })).body?.result as {
      isError: boolean;
      content: { text: string }[];
    };
    assert.equal(bad.isError, true);
    assert.match(bad.content[0]?.text ?? '', /assistant_width.*360/);
    for (const name of ['nothing', 'list_knowledge_queue2', '__proto__', 'approve_knowledge_revision']) {
      const reply = await call(name);
      assert.deepEqual([reply.status, reply.body?.error?.code], [200, -32602], name);
    }
  });
});

describe('resources and prompts', () => {
  it('are listed, and a prompt names its missing argument', async () => {
    const templates = (await modern('resources/templates/list')).body?.result?.resourceTemplates as {
      uriTemplate: string;
    }[];
    assert.ok(templates.some((template) => template.uriTemplate.startsWith('settlements://knowledge/')));
    const prompts = (await modern('prompts/list')).body?.result?.prompts as { name: string }[];
    assert.ok(prompts.some((prompt) => prompt.name === 'write_diary_entry'));
    const prompt = (
      await modern('prompts/get', {
        name: 'write_diary_entry',
        arguments: { notes: 'planted an apple tree' },
      })
    ).body?.result as { messages: { content: { text: string } }[] };
    assert.match(prompt.messages[0]?.content.text ?? '', /planted an apple tree/);
    assert.equal((await modern('prompts/get', { name: 'write_diary_entry' })).body?.error?.code, -32602);
    assert.equal(
      (await modern('resources/read', { uri: 'settlements://knowledge/none' })).body?.error?.code,
      -32602,
    );
    assert.equal(
      (await legacy('resources/read', { uri: 'settlements://knowledge/none' })).body?.error?.code,
      -32002,
    );
  });
});

describe('rate limits', () => {
  it('respond 429 with Retry-After', async () => {
    const strict = await startService({ RATE_LIMITS: 'mcp_public=2' });
    const ask = () =>
      fetch(`${strict.url}/mcp/public`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
      });
    const replies = [await ask(), await ask(), await ask()];
    assert.deepEqual(
      replies.map((reply) => reply.status),
      [200, 200, 429],
    );
    assert.ok(Number(replies[2]?.headers.get('retry-after')) > 0);
  });
});
