import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { before, describe, it } from 'node:test';
import { readsQueryString } from '../../src/domain/kernel/operation.ts';
import { type JsonSchema, toJsonSchema } from '../../src/entry/contract/json-schema.ts';
import { bodyLimits } from '../../src/entry/transport/body-limits.ts';
import { operations } from '../../src/features/operations/index.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';

describe('hostile request bodies', () => {
  let service: TestService;
  let village: Village;
  let token: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    token = await service.token(village.accounts.editor);
  });

  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(service.url + path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    });
  const errorsOf = async (reply: Response) =>
    ((await reply.json()) as { errors?: Record<string, string[]> }).errors ?? {};

  it('are parsed in one pass, whatever is left unclosed', async () => {
    for (const body of [
      `1234567890123456"${'\\"'.repeat(100_000)}`,
      `{"body":${'1'.repeat(200_000)}}`,
      `{"a":${'['.repeat(100_000)}`,
      '[1,'.repeat(60_000),
    ]) {
      const reply = await post('/api/v1/messages', body);
      assert.equal(reply.status, 422, body.slice(0, 20));
    }
  });

  it('may be 32 levels deep and have as many values as the operation accepts', async () => {
    const deep = await post('/api/v1/messages', `{"a":${'['.repeat(32)}${']'.repeat(32)}}`);
    assert.match((await errorsOf(deep)).body?.[0] ?? '', /32 levels/);
    const many = await post('/api/v1/messages', `{"a":[${'1,'.repeat(20_000)}1]}`);
    assert.match((await errorsOf(many)).body?.[0] ?? '', /more values/);
    // The same number is fine for a boundary, which fails on its fields.
    const boundary = await post(
      `/api/v1/settlements/${village.settlement.id}/boundary/shape`,
      `{"x":[${'1,'.repeat(20_000)}1]}`,
    );
    assert.ok('x' in (await errorsOf(boundary)) || boundary.status === 404);
  });

  it('may have as many objects and names of fields as the operation accepts', async () => {
    const shape = `/api/v1/settlements/${village.settlement.id}/boundary/shape`;
    const names = (count: number) =>
      `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')}}`;
    const objects = (count: number) => `{"ring":[${Array(count).fill('{}').join(',')}]}`;
    for (const [path, body, excess] of [
      ['/api/v1/messages', names(65), /names of fields/],
      [shape, names(257), /names of fields/],
      [shape, `{"ring":[${Array(90).fill(names(3)).join(',')},${names(300)}]}`, /names of fields/],
      [shape, objects(25_000), /more objects/],
    ] as const)
      assert.match((await errorsOf(await post(path, body))).body?.[0] ?? '', excess);
    assert.ok('k0' in (await errorsOf(await post('/api/v1/messages', names(64)))));
    assert.ok('ring.0.latitude' in (await errorsOf(await post(shape, objects(24_000)))));
  });

  it('that are far too large get their 413, not a closed connection', async () => {
    for (let round = 0; round < 12; round += 1)
      assert.equal(await sendWhole(`${service.url}/api/v1/messages`, 12 * 1024 * 1024, token), 413);
    for (const authorization of ['', 'Bearer nonsense'])
      assert.equal(await sendWhole(`${service.url}/api/v1/messages`, 12 * 1024 * 1024, authorization), 401);
  });

  it('stop at the first errors, also in long lists', async () => {
    const reply = await post(
      `/api/v1/settlements/${village.settlement.id}/shapes/measure`,
      `{"shapes":[${'1,'.repeat(100_000)}1]}`,
    );
    assert.equal(reply.status, 422);
    assert.equal(Object.keys(await errorsOf(reply)).length, 20);
  });

  it('are limited in size by operation', async () => {
    const padded = (bytes: number) => `{"title":"x"}${' '.repeat(bytes - 13)}`;
    const article = `/api/v1/settlements/${village.settlement.id}/articles`;
    assert.equal((await post('/api/v1/messages', padded(256 * 1024))).status, 422);
    assert.equal((await post('/api/v1/messages', padded(256 * 1024 + 1))).status, 413);
    assert.equal((await post(article, padded(2 * 1024 * 1024))).status, 422);
    assert.equal((await post(article, padded(2 * 1024 * 1024 + 1))).status, 413);
  });

  it('fit the largest valid input of every operation', () => {
    for (const operation of operations) {
      if (readsQueryString(operation)) continue;
      const limit = bodyLimits[operation.body ?? 'small'];
      // A character of any script takes three bytes; some clients write those of an article as \uXXXX.
      const { values, bytes } = measureLargest(
        toJsonSchema(operation.input, 'input'),
        operation.body === 'text' ? 6 : 3,
      );
      const names = collectNames(toJsonSchema(operation.input, 'input'), new Set());
      // A tool call has some twenty names around its arguments.
      assert.ok(names.size <= limit.names - 24, `${operation.name}: ${names.size} names`);
      // Outlines and lists are limited together by the bytes of a boundary, not each by its own.
      if (operation.body === 'land') continue;
      assert.ok(values <= limit.values, `${operation.name}: ${values} values`);
      assert.ok(bytes < limit.bytes, `${operation.name}: ${bytes} bytes`);
    }
  });

  it('may use names that every object inherits', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
      const reply = await post('/api/v1/messages', `{"${name}":1}`);
      assert.equal(reply.status, 422, name);
      assert.deepEqual(Object.hasOwn(await errorsOf(reply), name), true, name);
      const nested = await post('/api/v1/messages', `{"${name}":{"${name}":{}}}`);
      assert.equal(nested.status, 422, name);
      const query = await fetch(
        `${service.url}/api/v1/settlements/${village.settlement.id}/articles/1?${name}=1`,
        {
          method: 'DELETE',
          headers: { authorization: `Bearer ${token}` },
        },
      );
      assert.ok(query.status === 422 || query.status === 404, `${name} ${query.status}`);
    }
  });
});

describe('an exceeded rate limit', () => {
  it('is reported before the body is read, over REST and MCP', async () => {
    const service = await startService({ RATE_LIMITS: 'api_public=1,mcp_public=1' });
    for (const path of ['/api/v1/messages', '/mcp/public']) {
      assert.notEqual(await statusWithoutBody(service.url + path, false), 429);
      assert.equal(await statusWithoutBody(service.url + path, true), 429, path);
    }
  });
});

/** The status of a POST whose body is written as fast as the connection takes it. */
function sendWhole(url: string, bytes: number, token: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, {
      method: 'POST',
      agent: false,
      headers: {
        'content-type': 'application/json',
        'content-length': bytes,
        ...(token !== '' && { authorization: token.startsWith('Bearer') ? token : `Bearer ${token}` }),
      },
    });
    request.once('error', reject);
    request.once('response', (response) => {
      response.once('error', reject).once('end', () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    request.end(Buffer.alloc(bytes, ' '));
  });
}

/** The status of a POST; with `holdBack` a body is declared and never sent. */
function statusWithoutBody(url: string, holdBack: boolean): Promise<number> {
  return new Promise((resolve, reject) => {
    const body = '{}';
    const request = httpRequest(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': holdBack ? 100_000 : body.length },
    });
    request.once('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
      request.destroy();
    });
    request.once('error', reject);
    if (holdBack) request.flushHeaders();
    else request.end(body);
  });
}

/** Names of fields anywhere in valid input. */
function collectNames(schema: JsonSchema, names: Set<string>): Set<string> {
  for (const [name, each] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)) {
    names.add(name);
    collectNames(each, names);
  }
  const inner = [schema.items, ...((schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[])];
  for (const each of inner) if (each !== undefined) collectNames(each as JsonSchema, names);
  return names;
}

/** Number of values and bytes of the largest valid input. */
function measureLargest(schema: JsonSchema, perCharacter: number): { values: number; bytes: number } {
  const measure = (value: unknown) => measureLargest((value ?? {}) as JsonSchema, perCharacter);
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (choices !== undefined) {
    const sizes = choices.map(measure);
    return {
      values: Math.max(...sizes.map(({ values }) => values)),
      bytes: Math.max(...sizes.map(({ bytes }) => bytes)),
    };
  }
  if (schema.type === 'array') {
    const item = measure(schema.items);
    const most = (schema.maxItems as number | undefined) ?? 0;
    return { values: 1 + most * item.values, bytes: most * (item.bytes + 1) };
  }
  const perLetter = schema.contentEncoding === 'base64' ? 1 : perCharacter;
  let size = { values: 1, bytes: ((schema.maxLength as number | undefined) ?? 0) * perLetter + 20 };
  for (const [name, each] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)) {
    // Pieces of a text: together they are at most as long as the text.
    if (name === 'replace') continue;
    const { values, bytes } = measure(each);
    size = { values: size.values + values, bytes: size.bytes + bytes + name.length + 4 };
  }
  return size;
}

describe('a long list of invalid entries', () => {
  it('reports the first errors, not one per entry', async () => {
    const service = await startService();
    const village = await buildVillage(service);
    const reply = await fetch(`${service.url}/api/v1/settlements/${village.settlement.id}/boundary/shape`, {
      method: 'POST',
      body: JSON.stringify({ ring: Array.from({ length: 20_000 }, () => ({})) }),
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await service.token(village.accounts.editor)}`,
      },
    });
    assert.equal(reply.status, 422);
    const { errors } = (await reply.json()) as { errors: Record<string, string[]> };
    assert.ok('ring.0.latitude' in errors);
    assert.ok(Object.keys(errors).length <= 50, String(Object.keys(errors).length));
  });
});
