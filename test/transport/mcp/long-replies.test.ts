import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { z } from 'zod';
import { type AnyOperation, audiences } from '../../../src/domain/kernel/operation.ts';
import { truncateLists } from '../../../src/entry/transport/mcp/list-truncation.ts';
import { operations } from '../../../src/features/operations/index.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import { createMcpClient } from './json-rpc-client.ts';

const all: readonly AnyOperation[] = operations;
const most = 40_000;

interface Definition {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  valueType?: z.ZodType;
  options?: readonly z.ZodType[];
  innerType?: z.ZodType;
  values?: readonly unknown[];
  entries?: Record<string, unknown>;
}

/** A reply of this schema with long lists everywhere; `lists` gives their length by depth. */
function inflate(schema: z.ZodType, lists: readonly number[]): unknown {
  const { type, shape, element, valueType, options, innerType, values, entries } = schema._zod
    .def as Definition;
  const [length = 2, ...deeper] = lists;
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(shape ?? {}).map(([name, field]) => [name, inflate(field, lists)]),
      );
    case 'array':
      return Array.from({ length }, () => inflate(element as z.ZodType, deeper));
    case 'record':
      // Renditions of a picture, in the entries of a page: a handful.
      return Object.fromEntries(
        Array.from({ length: length === 300 ? 5 : length }, (_, place) => [
          `name ${place}`,
          inflate(valueType as z.ZodType, deeper),
        ]),
      );
    case 'union':
      return inflate(options?.[0] as z.ZodType, lists);
    case 'enum':
      return Object.values(entries ?? {})[0];
    case 'literal':
      return values?.[0];
    case 'number':
      return 123.456;
    case 'boolean':
      return true;
    case 'string':
      return 'двадцать букв текста';
    default:
      return innerType === undefined ? null : inflate(innerType, lists);
  }
}

describe('a reply that is too long', () => {
  for (const operation of all)
    it(`of ${operation.name} loses list entries, and says which and how to get them`, () => {
      const isPaged = 'cursor' in operation.input.shape;
      // A page keeps its length; lists inside its entries do not.
      const reply = inflate(operation.output, isPaged ? [10, 300, 5] : [500, 20, 3]) as Record<
        string,
        unknown
      >;
      const before = JSON.stringify(reply);
      const audience = operation.audiences[0] ?? audiences[0];
      const cut = truncateLists(operation, reply, { audience, most });
      const after = JSON.stringify(cut);
      assert.equal(JSON.stringify(reply), before, 'the reply itself is left alone');
      if (before.length <= most) return assert.equal(cut, reply);
      assert.ok(after.length <= most + 1_000, `${after.length} characters`);
      assert.match(String(cut._left_out), /^Left out to keep this short: \d+ of .*To get it: .*\/api\/v1\//);
      if ('detail' in operation.input.shape) assert.match(String(cut._left_out), /`detail` summary/);
    });

  it('keeps its texts whole, and a page with a cursor', () => {
    const find = (name: string) => all.find((one) => one.name === name) as AnyOperation;
    const body = 'а'.repeat(60_000);
    const article = { data: { body, tags: ['x'] } };
    assert.equal(truncateLists(find('show_article'), article, { audience: 'resident', most }), article);
    const articles = Array.from({ length: 500 }, () => ({ title: 'т'.repeat(200) }));
    const page = { articles, cursor: '1' };
    assert.equal(truncateLists(find('list_articles'), page, { audience: 'resident', most }), page);
  });
});

describe('a settlement with a long boundary', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });
  it('is shown without the outline over MCP, and whole over REST', async () => {
    const settlement = village.settlement.slug;
    const ring = Array.from({ length: 2_000 }, (_, place) => {
      const angle = (2 * Math.PI * place) / 2_000;
      return { latitude: 56.3 + 0.02 * Math.sin(angle), longitude: 37.5 + 0.02 * Math.cos(angle) };
    });
    await village.clients.editor.set_settlement_boundary({ settlement, ring });
    const { call } = createMcpClient(service, 'settlement', await service.token(village.accounts.editor));
    const told = (await call('show_settlement', { settlement })).body.result?.structuredContent as {
      _left_out: string;
      data: { name: string; boundary: { ring: unknown[] } };
    };
    assert.deepEqual(told.data.boundary.ring, []);
    assert.match(told._left_out, /2000 of data\.boundary\.ring.*`detail` summary.*\/api\/v1\/settlements\//);
    const { data } = await village.clients.editor.show_settlement({ settlement });
    assert.equal(data.boundary?.ring.length, 2_000);
    assert.equal(told.data.name, data.name);
  });
});
