import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareDescriptions, compareReplies } from './breaking-changes.ts';
import { checkExceptions } from './exceptions.ts';

const article = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    title: { type: 'string', description: 'What it is called.' },
    kind: { type: 'string', enum: ['diary', 'post'] },
    cover: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  },
  required: ['id', 'title', 'kind', 'cover'],
};

const document = {
  paths: {
    '/api/v1/articles': {
      get: {
        operationId: 'list_articles',
        summary: 'Lists them.',
        'x-mcp-audiences': ['public', 'resident'],
        parameters: [
          { name: 'q', in: 'query', required: false, schema: { type: 'string', maxLength: 50 } },
          { name: 'limit', in: 'query', required: false, schema: { type: 'integer' } },
        ],
        responses: { 200: { description: 'Done.', content: { 'application/json': { schema: article } } } },
      },
      post: {
        operationId: 'write_article',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { ...article, required: ['title'] } } },
        },
        responses: { 201: { $ref: '#/components/responses/Made' } },
      },
    },
  },
  components: {
    responses: {
      Made: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Made' } } } },
    },
    schemas: { Made: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } },
  },
};

const get = 'paths/~1api~1v1~1articles/get';
const post = 'paths/~1api~1v1~1articles/post';
const reply = `${get}/responses/200/content/application~1json/schema`;
const body = `${post}/requestBody/content/application~1json/schema`;

/** Values by JSON pointer; undefined deletes. */
type Changes = Record<string, unknown>;

/** Pointers of the differences that these changes cause. */
function after(changes: Changes): string[] {
  const copy = JSON.parse(JSON.stringify(document)) as Changes;
  for (const [pointer, value] of Object.entries(changes)) {
    const steps = pointer.split('/').map((step) => step.replaceAll('~1', '/'));
    const last = steps.pop() as string;
    let at = copy;
    for (const step of steps) at = at[step] as Changes;
    if (value === undefined) delete at[last];
    else at[last] = value;
  }
  return compareDescriptions(document, copy, 'doc').map(({ pointer }) => pointer.replace('doc/', ''));
}

describe('comparing API descriptions', () => {
  it('finds nothing when nothing changed', () => {
    assert.deepEqual(after({}), []);
  });

  const additions: Record<string, Changes> = {
    'an optional parameter': { [`${get}/parameters/2`]: { name: 'tag', in: 'query', required: false } },
    'an optional field in a request': { [`${body}/properties/code`]: { type: 'string' } },
    'a field in a reply, always there': {
      [`${reply}/properties/url`]: { type: 'string' },
      [`${reply}/required/4`]: 'url',
    },
    'a value at the end of an enumeration': { [`${reply}/properties/kind/enum/2`]: 'guide' },
    'other words': {
      [`${get}/summary`]: 'Lists all of them.',
      [`${get}/description`]: 'Newest first.',
      [`${reply}/properties/title/description`]: 'Its title.',
    },
    'the default of a parameter': { [`${get}/parameters/1/schema/default`]: 30 },
    'another status': { [`${get}/responses/409`]: { description: 'Clash.' } },
    'another method and another path': {
      'paths/~1api~1v1~1articles/delete': {},
      'paths/~1api~1v1~1more': { get: {} },
    },
    'a schema that is spelt out instead of referred to': {
      [`${post}/responses/201`]: document.components.responses.Made,
    },
  };
  for (const [name, changes] of Object.entries(additions))
    it(`allows ${name}`, () => assert.deepEqual(after(changes), []));

  const breaks: Record<string, [pointer: string, changes?: Changes]> = {
    'a field gone from a reply': [`${reply}/properties/title`],
    'a field renamed in a reply': [
      `${reply}/properties/title`,
      { [`${reply}/properties/title`]: undefined, [`${reply}/properties/name`]: { type: 'string' } },
    ],
    'a field of another type': [
      `${reply}/properties/id/type`,
      { [`${reply}/properties/id/type`]: 'integer' },
    ],
    'a field that may be null now': [
      `${reply}/properties/id/type`,
      { [`${reply}/properties/id/type`]: ['string', 'null'] },
    ],
    'a field that may be missing now': [
      `${reply}/required/id`,
      { [`${reply}/required`]: ['title', 'kind', 'cover'] },
    ],
    'an alternative gone': [
      `${reply}/properties/cover/anyOf`,
      { [`${reply}/properties/cover/anyOf`]: [{ type: 'string' }] },
    ],
    'a value gone from an enumeration': [
      `${reply}/properties/kind/enum`,
      { [`${reply}/properties/kind/enum`]: ['diary'] },
    ],
    'a value put before the others': [
      `${reply}/properties/kind/enum`,
      { [`${reply}/properties/kind/enum`]: ['guide', 'diary', 'post'] },
    ],
    'a parameter gone': [
      `${get}/parameters/limit`,
      { [`${get}/parameters`]: [document.paths['/api/v1/articles'].get.parameters[0]] },
    ],
    'a required parameter more': [
      `${get}/parameters/tag`,
      { [`${get}/parameters/2`]: { name: 'tag', required: true } },
    ],
    'a parameter that is required now': [
      `${get}/parameters/q/required`,
      { [`${get}/parameters/0/required`]: true },
    ],
    'a narrower bound': [
      `${get}/parameters/q/schema/maxLength`,
      { [`${get}/parameters/0/schema/maxLength`]: 10 },
    ],
    'a bound where there was none': [
      `${get}/parameters/limit/schema/maximum`,
      { [`${get}/parameters/1/schema/maximum`]: 10 },
    ],
    'a field that a request has to have now': [
      `${body}/required/kind`,
      { [`${body}/required`]: ['title', 'kind'] },
    ],
    'an operation gone': [get],
    'an audience gone': [`${get}/x-mcp-audiences`, { [`${get}/x-mcp-audiences`]: ['public'] }],
    'a status gone': [`${get}/responses/200`],
  };
  for (const [name, [pointer, changes]] of Object.entries(breaks))
    it(`reports ${name}`, () => assert.deepEqual(after(changes ?? { [pointer]: undefined }), [pointer]));

  it('follows references to the change', () => {
    const found = after({ 'components/schemas/Made/properties/id/type': 'integer' });
    const inReply = 'content/application~1json/schema/properties/id/type';
    assert.ok(found.includes(`${post}/responses/201/${inReply}`), found.join(', '));
  });

  it('matches tools by name', () => {
    const tools = [
      { name: 'one', inputSchema: { type: 'object', properties: { a: { type: 'string' } } } },
      { name: 'two', inputSchema: { type: 'object', properties: {} } },
    ];
    const pointers = (now: unknown) => compareDescriptions(tools, now, 'tools').map(({ pointer }) => pointer);
    assert.deepEqual(pointers([tools[1], { name: 'new' }, tools[0]]), []);
    assert.deepEqual(pointers([tools[0]]), ['tools/two']);
    const demanding = { ...tools[0], inputSchema: { ...tools[0]?.inputSchema, required: ['a'] } };
    assert.deepEqual(pointers([demanding, tools[1]]), ['tools/one/inputSchema/required']);
  });
});

describe('comparing replies', () => {
  const was = { data: [{ id: '<id>', title: 'x', cover: null }], cursor: null };
  const pointers = (now: unknown) => compareReplies(was, now, 'replies').map(({ pointer }) => pointer);

  it('allows additional fields and nothing else', () => {
    assert.deepEqual(pointers({ ...was, total: 1 }), []);
    assert.deepEqual(pointers({ ...was, data: [{ ...was.data[0], url: '/' }] }), []);
    assert.deepEqual(pointers({ data: was.data }), ['replies/cursor']);
    assert.deepEqual(pointers({ ...was, data: [{ ...was.data[0], id: 1 }] }), ['replies/data/0/id']);
    assert.deepEqual(pointers({ ...was, data: [] }), ['replies/data']);
    assert.deepEqual(pointers({ ...was, cursor: 'x' }), ['replies/cursor']);
  });
});

describe('contract exceptions', () => {
  const differences = [
    { pointer: 'tools/resident.json/a/inputSchema/properties/id/type', what: 'changed' },
    { pointer: 'tools/company.json/a/inputSchema/properties/id/type', what: 'changed' },
  ];
  const reason = 'identifiers are strings of digits';

  it('cover the named pointer and everything below it', () => {
    assert.deepEqual(checkExceptions(differences, [{ pointer: 'tools/*/a/inputSchema', reason }]), []);
    assert.deepEqual(checkExceptions(differences, [{ pointer: 'tools/company.json', reason }]), [
      'tools/resident.json/a/inputSchema/properties/id/type: changed',
    ]);
  });

  it('must cover a difference and give a reason', () => {
    assert.deepEqual(checkExceptions([], [{ pointer: 'openapi.json/paths', reason }]), [
      'openapi.json/paths: this exception excuses nothing',
    ]);
    assert.equal(checkExceptions(differences, [{ pointer: 'tools', reason: '' }]).length, 1);
  });
});
