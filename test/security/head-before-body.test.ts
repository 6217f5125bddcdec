import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { before, describe, it } from 'node:test';
import { type AnyOperation, isReadOnly, parseRoute } from '../../src/domain/kernel/operation.ts';
import { operations } from '../../src/features/operations/index.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';

interface Route {
  method: string;
  path: string;
}

/** What a client sends of a body that it announces as larger, and never sends whole. */
const start = '{"k0":1,'.padEnd(5000, ' ');
const someBytes = 60_000;
const tooManyBytes = 5 * 1024 * 1024;

describe('the head of a request is judged before its body is read', () => {
  let service: TestService;
  let village: Village;
  let readToken: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    readToken = await service.token(village.accounts.editor, ['mcp:read']);
  });

  it('at every route that takes a body, for a client that is not signed in', async () => {
    const routes = listRoutes(service.app.server.printRoutes({ commonPrefix: false }));
    const taking = routes.filter(({ method }) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method));
    assert.ok(taking.length > 230, `${taking.length} routes`);
    for (const { method, path } of taking) {
      const type = /^\/(?:api|mcp)\//.test(path) ? 'application/json' : 'application/x-www-form-urlencoded';
      const status = await sendStart(method, fillPath(path, '1'), {
        'content-type': type,
        // Anybody may use it: the body is read as far as any tool could need.
        ...(path === '/mcp/public' && { 'content-length': String(tooManyBytes) }),
      });
      const expected = expectedStatuses.find(([start]) => path.startsWith(start))?.[1] ?? [];
      assert.ok(expected.includes(status), `${method} ${path}: ${status}`);
    }
  });

  it('by scope, for every operation that writes', async () => {
    for (const operation of operations.filter((each) => !isReadOnly(each))) {
      const { method, path } = parseRoute(operation);
      const status = await sendStart(method, `/api/v1${fillPath(path, village.settlement.id)}`, {
        'content-type': 'application/json',
        authorization: `Bearer ${readToken}`,
      });
      assert.equal(status, 403, operation.name);
    }
  });

  it('by the role, for every operation whose address suffices', async () => {
    const token = await service.token(village.accounts.outsider, ['mcp:read', 'mcp:write']);
    const { resident, editor } = village.clients;
    const { data: entry } = await resident.write_article({
      settlement: village.settlement.slug,
      parcel_id: village.plots.resident,
      title: 'Печь',
      body: 'Кладу печь.',
    });
    const { data: contact } = await editor.write_contact({
      settlement: village.settlement.slug,
      name: 'Сантехник',
      category: 'trade',
    });
    const { data: review } = await resident.post_review({
      settlement: village.settlement.slug,
      subject_type: 'contact',
      subject_id: contact.id,
      medal: 'gold',
      visibility: 'public',
    });
    const guide = await resident.write_knowledge_article({ title: 'Колодец', body: 'Как копать.' });
    const { data: claim } = await village.clients.newcomer.request_residency({
      settlement: village.settlement.slug,
      parcel: village.plots.free,
    });
    const places: Readonly<Record<string, string>> = {
      settlement: village.settlement.slug,
      article: entry.id,
      review: review.id,
      resident: claim.id,
      parcel: village.plots.resident,
    };
    // Anybody may measure shapes in any settlement that there is.
    const addresses: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      measure_shapes: { settlement: 'nowhere' },
    };
    const judged: string[] = [];
    for (const operation of operations as readonly AnyOperation[]) {
      const { method, path, pathFields } = parseRoute(operation);
      if (method === 'GET' || !operation.head?.every((field) => pathFields.includes(String(field)))) continue;
      const at = {
        ...places,
        ...(operation.tag === 'Knowledge' && { article: guide.id, revision: guide.revision_id }),
        ...addresses[operation.name],
      };
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => at[field as keyof typeof at] ?? '1');
      const status = await sendStart(method, `/api/v1${filled}`, {
        'content-type': 'application/json',
        'content-length': String(2 * 1024 * 1024 - 1),
        authorization: `Bearer ${token}`,
      });
      assert.ok([403, 404].includes(status), `${operation.name} ${filled}: ${status}`);
      judged.push(operation.name);
    }
    for (const name of ['set_settlement_boundary', 'shape_settlement_boundary', 'edit_article'])
      assert.ok(judged.includes(name), name);
  });

  it('by the role, except for operations of which the body says what they are about', () => {
    const unjudged = (operations as readonly AnyOperation[]).filter((operation) => {
      const { method, pathFields } = parseRoute(operation);
      return method !== 'GET' && !operation.head?.every((field) => pathFields.includes(String(field)));
    });
    assert.deepEqual(unjudged.map(({ name }) => name).sort(), Object.keys(judgedByBody).sort());
  });

  it('by the scope of the tool, from a header or from the start of the body', async () => {
    const writing = (operation: AnyOperation) =>
      operation.scope === 'mcp:write' && operation.audiences.includes('settlement');
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${readToken}` };
    for (const { name } of operations.filter(writing)) {
      const named = await sendStart('POST', '/mcp/settlement', {
        ...headers,
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': name,
      });
      assert.equal(named, 403, name);
      const earlier = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":{`;
      assert.equal(await sendStart('POST', '/mcp/settlement', headers, earlier.padEnd(5000)), 403, name);
    }
    // Not known from its start: limited to what the tools of this token can take.
    const unknown = '{"jsonrpc":"2.0","id":1,"params":{"arguments":{'.padEnd(5000);
    const announced = { ...headers, 'content-length': String(tooManyBytes) };
    assert.equal(await sendStart('POST', '/mcp/settlement', announced, unknown), 413);
  });

  it('a read-only token may send a tool no more than reading tools take', async () => {
    const token = await service.token(village.accounts.resident, ['mcp:read']);
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      params: { arguments: { question: 'x'.repeat(300_000) }, name: 'search_shared_knowledge' },
      method: 'tools/call',
    });
    const reply = await fetch(`${service.url}/mcp/company`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    });
    assert.equal(reply.status, 413);
  });

  /** The status of a request of which only the head and the start of the body are sent. */
  function sendStart(
    method: string,
    path: string,
    headers: Record<string, string>,
    sent = start,
  ): Promise<number> {
    return new Promise((resolve, reject) => {
      const request = httpRequest(service.url + path, {
        method,
        headers: { 'content-length': someBytes, ...headers },
      });
      request.once('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
        request.destroy();
      });
      request.once('error', reject);
      request.write(sent);
    });
  }
});

/** By the start of the path, the more special ones first. */
const expectedStatuses: readonly (readonly [string, readonly number[]])[] = [
  ['/api/v1', [401, 404]],
  ['/mcp/public', [405, 413]],
  ['/mcp/', [401, 405]],
  ['/devices/push', [401]],
  ['/oauth/register', [400]],
  ['/oauth/token', [400]],
  ['/oauth/revoke', [400]],
  ['/media/uploads', [404]],
  // Forms of pages: no token of a form in their start.
  ['/', [303, 401, 403, 404, 413, 415]],
];

/** Operations that take a body and cannot be judged by the address, and why. */
const judgedByBody: Readonly<Record<string, string>> = {
  connect_device: 'the plot stands in the body',
  edit_company: 'representatives and moderators may send different fields',
  edit_contact: 'removing locks the contact more strongly than editing',
  edit_media: 'what the caller removed is brought back before it is looked up',
  edit_profile: 'about the caller alone',
  post_review: 'what is reviewed stands in the body',
  propose_change: 'what is corrected stands in the body',
  read_conversation: 'about the caller alone',
  read_notification: 'about the caller alone',
  register_company: 'everybody may',
  remove_resident: 'how a membership ends depends on the reason',
  request_residency: 'everybody may',
  roll_back_knowledge_article: 'the revision stands in the body',
  save_interface_settings: 'about the caller alone',
  send_message: 'the addressee stands in the body',
  set_notification_preferences: 'about the caller alone',
  upload_media: 'what the file belongs to stands in the body',
  withdraw_review: 'what was reviewed stands in the body',
  write_knowledge_article: 'everybody may',
  write_task: 'the settlement stands in the body',
};

const fillPath = (path: string, value: string) => path.replaceAll(/:\w+|\{\w+\}|\*/g, value);

/** Reads the tree that Fastify prints: four characters of indentation a level. */
function listRoutes(tree: string): Route[] {
  const parents: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indentation = '', name = '', methods = ''] =
      /^([\s│├└─]*)(.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    const level = Math.floor(indentation.length / 4);
    parents.length = Math.max(0, level - 1);
    parents.push(name);
    const path = parents.join('');
    return methods === '' ? [] : methods.split(', ').map((method) => ({ method, path }));
  });
}
