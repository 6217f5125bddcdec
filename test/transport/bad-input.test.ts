import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type AnyOperation, parseRoute } from '../../src/domain/kernel/operation.ts';
import { type JsonSchema, toJsonSchema } from '../../src/entry/contract/json-schema.ts';
import { operations } from '../../src/features/operations/index.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';

/** Generated from the list of operations, so that new ones are covered automatically. */
const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
const badValues: Record<string, unknown> = {
  null: null,
  'empty text': '',
  'a number': 12.5,
  'a negative number': -1,
  'a boolean': true,
  'an object': { a: { b: 1 } },
  'a list of objects': [{ a: 1 }],
  'deeply nested': nested(500),
  'a long text': 'я'.repeat(400_000),
  'a zero byte': 'a\u0000b',
  'half a surrogate pair': 'a\ud800b',
  'an overlong integer': '9'.repeat(40),
  'just past 64 bits': '9223372036854775808',
  SQL: "'; drop table account; --",
  'a path': '../../etc/passwd',
};

/** A value that passes a field's JSON schema. */
function generateValue(schema: JsonSchema): unknown {
  if (schema.default !== undefined) return schema.default;
  if (Array.isArray(schema.anyOf)) return generateValue(schema.anyOf[0] as JsonSchema);
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.type === 'boolean') return true;
  if (schema.type === 'array')
    return Array.from({ length: Number(schema.minItems ?? 0) }, () =>
      generateValue((schema.items ?? {}) as JsonSchema),
    );
  if (schema.type === 'object') {
    const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
    return Object.fromEntries(
      ((schema.required ?? []) as string[]).map((name) => [name, generateValue(properties[name] ?? {})]),
    );
  }
  if (schema.format === 'date') return '2026-01-02';
  if (schema.format === 'date-time') return '2026-01-02T03:04:05+00:00';
  return '1';
}

describe('invalid input', () => {
  let service: TestService;
  let village: Village;
  let token: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    await service.db`insert into settlement_role (settlement_id, account_id, role, created_at) values (${village.settlement.id}, ${village.accounts.moderator}, 'editor', now())`;
    token = await service.token(village.accounts.moderator);
  });

  async function send(
    operation: AnyOperation,
    input: Record<string, unknown>,
  ): Promise<{ status: number; text: string }> {
    const { method, path, pathFields } = parseRoute(operation);
    const rest = Object.entries(input).filter(([name]) => !pathFields.includes(name));
    const asText = (value: unknown) =>
      (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed().slice(0, 4000);
    const filled = path.replaceAll(
      /\{(\w+)\}/g,
      (_, name: string) => encodeURIComponent(asText(input[name] ?? 'null')) || '%20',
    );
    const query =
      method === 'GET' || method === 'DELETE'
        ? `?${new URLSearchParams(rest.map(([name, value]) => [name, asText(value)]))}`
        : '';
    const response = await fetch(`${service.url}/api/v1${filled}${query}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(query === '' && { 'content-type': 'application/json' }),
      },
      ...(query === '' && method !== 'GET' && { body: JSON.stringify(Object.fromEntries(rest)) }),
    });
    return { status: response.status, text: await response.text() };
  }

  function check(
    operation: AnyOperation,
    what: string,
    { status, text }: { status: number; text: string },
  ): void {
    const label = `${operation.name}, ${what}: ${status} ${text.slice(0, 300)}`;
    assert.ok(status < 500, label);
    if (status < 400) return;
    const body = JSON.parse(text) as { message?: unknown; errors?: Record<string, unknown> };
    assert.equal(typeof body.message, 'string', label);
    assert.equal(status === 422, body.errors !== undefined, label);
    for (const messages of Object.values(body.errors ?? {}))
      assert.ok(Array.isArray(messages) && messages.every((message) => typeof message === 'string'), label);
    assert.doesNotMatch(text, /postgres|select |insert into|\.[jt]sx?:|node_modules|at Object\./i, label);
  }

  for (const operation of operations) {
    it(`${operation.name} responds with 4xx in the contract's form`, async () => {
      const schema = toJsonSchema(operation.input, 'input') as {
        properties?: Record<string, JsonSchema>;
        required?: string[];
      };
      const fields = Object.entries(schema.properties ?? {});
      const base = Object.fromEntries(
        fields
          .filter(([name]) => schema.required?.includes(name))
          .map(([name, field]) => [name, generateValue(field)]),
      );
      const known: Record<string, unknown> = {
        settlement: village.settlement.slug,
        parcel: village.plots.resident,
      };
      for (const name of Object.keys(base)) base[name] = known[name] ?? base[name];
      const { method, pathFields } = parseRoute(operation);
      for (const [name] of fields) {
        if (!pathFields.includes(name)) {
          const { [name]: _left, ...without } = base;
          check(operation, `${name} missing`, await send(operation, without));
        }
        for (const [what, value] of Object.entries(badValues)) {
          if (method === 'GET' && pathFields.includes(name) && value === '') continue;
          check(operation, `${name} is ${what}`, await send(operation, { ...base, [name]: value }));
        }
      }
      if (method === 'POST' || method === 'PATCH') {
        const misspelt = await send(operation, { ...base, no_such_field: 1 });
        assert.equal(
          misspelt.status,
          422,
          `${operation.name} refuses a misspelt field: ${misspelt.text.slice(0, 200)}`,
        );
        assert.ok('no_such_field' in (JSON.parse(misspelt.text) as { errors: object }).errors);
      }
    });
  }

  it('is refused for a body that is not JSON, not UTF-8, too large or of another type', async () => {
    const post = (body: BodyInit, type = 'application/json') =>
      fetch(`${service.url}/api/v1/settings/interface`, {
        method: 'POST',
        body,
        headers: { 'content-type': type, authorization: `Bearer ${token}` },
      });
    for (const body of [
      '{',
      '[]',
      '"x"',
      '12',
      'nul',
      '{"a":1}}',
      new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
    ]) {
      const reply = await post(body);
      assert.equal(reply.status, 422, String(body));
      assert.deepEqual(Object.keys(((await reply.json()) as { errors: object }).errors), ['body']);
    }
    assert.equal((await post('x'.repeat(10_000_000))).status, 413);
    assert.equal((await post('a=1', 'application/x-www-form-urlencoded')).status, 415);
    assert.equal((await post('<a/>', 'text/xml')).status, 415);
  });

  it('is refused for a malformed path', async () => {
    for (const path of [
      '/api/v1/settlements/%ff',
      '/api/v1/settlements/%',
      '/api/v1/settlements/%00',
      '/api/v1/nothing',
      `/api/v1/settlements/${'x'.repeat(5000)}`,
      '/api/v1/settlements?q=%ff%fe&cursor=%00',
    ]) {
      const reply = await fetch(service.url + path);
      assert.ok(reply.status >= 400 && reply.status < 500, `${path}: ${reply.status}`);
      assert.equal(typeof ((await reply.json()) as { message: string }).message, 'string');
    }
  });
});
