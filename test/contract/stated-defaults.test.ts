import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildOpenApi } from '../../src/entry/contract/openapi.ts';
import { operations } from '../../src/features/operations/index.ts';

interface Stated {
  type?: string;
  anyOf?: { type?: string }[];
  default?: unknown;
}
interface Described {
  operationId: string;
  parameters?: { name: string; required: boolean; schema: Stated }[];
  requestBody?: {
    content: { 'application/json': { schema: { properties: Record<string, Stated>; required?: string[] } } };
  };
}

const document = buildOpenApi(operations);
const described = new Map(
  Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map((one) => [one.operationId as string, one as unknown as Described] as const),
  ),
);

/** The optional arguments of an operation as OpenAPI describes them. */
function optionalArguments(name: string): Map<string, Stated> {
  const { parameters = [], requestBody } = described.get(name) as Described;
  const body = requestBody?.content['application/json'].schema;
  const inBody = Object.entries(body?.properties ?? {}).filter(([field]) => !body?.required?.includes(field));
  const inPath = parameters.filter(({ required }) => !required).map((one) => [one.name, one.schema] as const);
  return new Map([...inPath, ...inBody]);
}

const isBoolean = ({ type, anyOf = [] }: Stated) =>
  type === 'boolean' || anyOf.some((choice) => choice.type === 'boolean');

/** Left out they mean neither true nor false: the value stays, or nothing is filtered. */
const withoutDefault = new Set([
  'edit_company is_verified',
  'edit_device_connection is_paused',
  'edit_article cancelled',
  'edit_article urgent',
  'list_knowledge_queue outdated',
  'edit_media removed',
  'read_conversation block',
  'set_notification_preferences push_text',
  'edit_parcel_object archived',
  'edit_parcel_object removed',
  'edit_contact archived',
  'edit_contact removed',
  'edit_task accept',
  'list_tasks open',
  'save_interface_settings sticky_header',
  'save_interface_settings sticky_sidebar',
]);

describe('OpenAPI states the default', () => {
  it('of every argument that parsing fills in', () => {
    let count = 0;
    for (const { name, input } of operations)
      for (const [field, schema] of Object.entries(input.shape)) {
        const left = schema.safeParse(undefined);
        if (!left.success || left.data === undefined) continue;
        count += 1;
        assert.deepEqual(optionalArguments(name).get(field)?.default, left.data, `${name} ${field}`);
      }
    assert.ok(count > 30, `${count}`);
  });

  it('of every boolean, unless leaving it out is a third answer', () => {
    const unstated = operations.flatMap(({ name }) =>
      [...optionalArguments(name)]
        .filter(([, schema]) => isBoolean(schema) && schema.default === undefined)
        .map(([field]) => `${name} ${field}`),
    );
    assert.deepEqual(unstated.sort(), [...withoutDefault].sort());
  });

  const contract = {
    search_shared_knowledge: { limit: 8 },
    list_buildings: { limit: 30 },
    write_article: { kind: 'diary', visibility: 'residents' },
    post_review: { visibility: 'residents', has_used_service: false },
    write_knowledge_article: { publish: false },
    list_change_proposals: { open: true },
    set_settlement_boundary: { snap: false, source: 'manual' },
    shape_settlement_boundary: { snap: false, source: 'manual' },
  };
  for (const [name, defaults] of Object.entries(contract))
    it(`of ${name} that the contract names`, () => {
      for (const [field, value] of Object.entries(defaults))
        assert.deepEqual(optionalArguments(name).get(field)?.default, value, field);
    });
});
