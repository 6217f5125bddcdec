import { type JsonSchema, toJsonSchema } from '../../contract/json-schema.ts';
import type { Caller, Scope } from '../../kernel/caller.ts';
import { type AnyOperation, type Audience, isReading } from '../../kernel/operation.ts';

/** Where a long enumeration is spelt out: its values as JSON, and the reading tool that takes it. */
type Spelt = ReadonlyMap<string, string>;

export function describeTool(operation: AnyOperation, spelt: Spelt = new Map()): JsonSchema {
  const reading = isReading(operation);
  const title = titleOf(operation.name);
  return {
    name: operation.name,
    title,
    description:
      operation.description === undefined
        ? operation.summary
        : `${operation.summary} ${operation.description}`,
    inputSchema: trim(toJsonSchema(operation.input, 'input'), reading ? new Map() : spelt),
    // The shape of a reply is in openapi.json; here it would cost more than it tells.
    outputSchema: { type: 'object' },
    annotations: {
      readOnlyHint: reading,
      destructiveHint: !reading && operation.destructive === true,
      idempotentHint: reading || operation.idempotent === true,
      openWorldHint: false,
    },
  };
}

function titleOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words[0]?.toUpperCase() + words.slice(1);
}

/** Bounds that the service checks anyway, and whose refusal says what would be accepted, are left out. */
const trimmed = new Set([
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'maxItems',
  'minItems',
  'minimum',
  'maximum',
  'propertyNames',
  'additionalProperties',
  'default',
]);

/** Every byte of a tool list is paid for in every conversation, so it says only what is needed to write a call. */
function trim(schema: unknown, spelt: Spelt): JsonSchema {
  return visit(schema) as JsonSchema;

  function visit(value: unknown, isNamed = false): unknown {
    if (Array.isArray(value)) return value.map((entry) => visit(entry));
    if (typeof value !== 'object' || value === null) return value;
    const kept = isNamed ? value : referToSpelt(withoutIdleNull(value as JsonSchema), spelt);
    const entries = Object.entries(kept).filter(([name]) => isNamed || !trimmed.has(name));
    return Object.fromEntries(entries.map(([name, inner]) => [name, visit(inner, name === 'properties')]));
  }
}

/** Null means the same as leaving a field out, so it is offered only where the description gives it a meaning of its own. */
function withoutIdleNull(schema: JsonSchema): JsonSchema {
  const choices = schema.anyOf as JsonSchema[] | undefined;
  if (choices?.length !== 2 || choices[1]?.type !== 'null') return schema;
  const { anyOf: _, ...rest } = schema;
  const { description: inner, ...choice } = choices[0] as JsonSchema;
  const description = rest.description ?? inner;
  if (/\bnull\b/.test(String(description)))
    return { ...rest, ...(description !== undefined && { description }), anyOf: [choice, { type: 'null' }] };
  return { ...choice, ...rest, ...(description !== undefined && { description }) };
}

const longEnumeration = 15;

/** Sections and kinds by the dozen: reading tools spell them out, writing tools say which one does. */
function findSpelt(operations: readonly AnyOperation[]): Spelt {
  const spelt = new Map<string, string>();
  for (const operation of operations.filter(isReading)) {
    const properties = toJsonSchema(operation.input, 'input').properties as Record<string, JsonSchema>;
    for (const [name, { enum: values }] of Object.entries(properties)) {
      const key = JSON.stringify(values);
      if (Array.isArray(values) && values.length > longEnumeration && !spelt.has(key))
        spelt.set(key, `\`${name}\` of ${operation.name}`);
    }
  }
  return spelt;
}

function referToSpelt(schema: JsonSchema, spelt: Spelt): JsonSchema {
  const place = Array.isArray(schema.enum) ? spelt.get(JSON.stringify(schema.enum)) : undefined;
  if (place === undefined) return schema;
  const { enum: _, description, ...rest } = schema;
  return {
    ...rest,
    description: `${description === undefined ? '' : `${description} `}A value of ${place}.`,
  };
}

/** What a token of these scopes can use; a tool beyond them would only be refused. */
export function isWithin(operation: AnyOperation, scopes: ReadonlySet<Scope>): boolean {
  if (operation.scope === 'public') return true;
  if (operation.scope === 'mcp:private') return scopes.has('mcp:private') && scopes.has('mcp:read');
  return scopes.has(operation.scope);
}

/** Lists made once for every combination of scopes, when first asked for, in the order of the operations. */
export function createToolLists(operations: readonly AnyOperation[], audience: Audience) {
  const offered = operations.filter((operation) => operation.audiences.includes(audience));
  const byName = new Map(offered.map((operation) => [operation.name, operation]));
  let described: { operation: AnyOperation; json: string }[] | undefined;
  const describeAll = () => {
    const spelt = findSpelt(offered);
    return offered.map((operation) => ({
      operation,
      json: JSON.stringify(describeTool(operation, spelt)),
    }));
  };
  const lists = new Map<string, string>();
  return {
    find: (name: string) => byName.get(name),
    json(caller: Caller, readOnly: boolean): string {
      const key = `${[...caller.scopes].sort().join(' ')}|${readOnly}`;
      let list = lists.get(key);
      if (list === undefined) {
        described ??= describeAll();
        const fitting = described.filter(
          ({ operation }) => isWithin(operation, caller.scopes) && (!readOnly || isReading(operation)),
        );
        list = `[${fitting.map(({ json }) => json).join(',')}]`;
        lists.set(key, list);
      }
      return list;
    },
  };
}
