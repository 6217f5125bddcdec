import { type AnyOperation, type Audience, isReadOnly } from '../../../domain/kernel/operation.ts';
import { requireFieldsOn } from '../../../domain/kernel/operation-input.ts';
import { type JsonSchema, toJsonSchema } from '../../contract/json-schema.ts';
import { listArgumentNames } from './arguments.ts';
import { listToolArguments } from './tool-arguments.ts';

/** What a tool description may rely on: the server's other tools and its instructions. */
export interface ToolContext {
  audience: Audience;
  /** Names of all operations, and of those on this server. */
  isOperation(name: string): boolean;
  isOffered(name: string): boolean;
  /** Where a long enumeration is written out: its values as JSON, to the reading tool that takes it. */
  spelt: ReadonlyMap<string, string>;
}

/** The output schema only on request: it is twice as large as everything else. */
export function describeTool(operation: AnyOperation, around: ToolContext, withOutput: boolean): JsonSchema {
  const reading = isReadOnly(operation);
  const { summary, description } = operation;
  const words = description === undefined ? summary : `${summary} ${description}`;
  return {
    name: operation.name,
    title: formatTitle(operation.name),
    description: dropMissingTools(words, around, listArgumentsElsewhere(operation, around)),
    inputSchema: describeInput(operation, around),
    ...(withOutput && { outputSchema: describeOutput(operation) }),
    // The protocol gives the two in between a meaning for writing alone, and takes it that a repeat is not harmless.
    annotations: {
      readOnlyHint: reading,
      ...(!reading && { destructiveHint: operation.destructive === true }),
      ...(!reading && operation.idempotent && { idempotentHint: true }),
      openWorldHint: false,
    },
  };
}

/**
 * A summary leaves fields out and a declined confirmation all of them, and clients validate results: so none is
 * required.
 */
function describeOutput(operation: AnyOperation): JsonSchema {
  const schema = toJsonSchema(operation.output, 'output');
  const { summaryFields, shortReply, question } = operation;
  return summaryFields === undefined && shortReply === undefined && question === undefined
    ? schema
    : (withoutRequired(schema) as JsonSchema);
}

function withoutRequired(value: unknown, isNamed = false): unknown {
  if (Array.isArray(value)) return value.map((entry) => withoutRequired(entry));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => isNamed || name !== 'required');
  return Object.fromEntries(
    entries.map(([name, inner]) => [name, withoutRequired(inner, !isNamed && name === 'properties')]),
  );
}

const itsId = 'Its id.';

function formatTitle(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words[0]?.toUpperCase() + words.slice(1);
}

/** Arguments of the operation that its tool on this server does not take. */
function listArgumentsElsewhere(operation: AnyOperation, { audience }: ToolContext): ReadonlySet<string> {
  const names = listArgumentNames(operation, audience);
  return new Set(Object.keys(operation.input.shape).filter((name) => !names.has(name)));
}

/** Removes sentences that mention a tool or an argument this server does not have. */
function dropMissingTools(
  words: string,
  { isOperation, isOffered }: ToolContext,
  elsewhere: ReadonlySet<string> = new Set(),
): string {
  const sentences = words.split(/(?<=[.:])\s+(?=[A-ZА-Я`])/);
  const kept = sentences.filter(
    (sentence) =>
      [...sentence.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)].every(
        ([name]) => !isOperation(name) || isOffered(name),
      ) && [...sentence.matchAll(/`(\w+)`/g)].every(([, name]) => !elsewhere.has(String(name))),
  );
  return kept.join(' ');
}

function describeInput(operation: AnyOperation, around: ToolContext): JsonSchema {
  const spelt = isReadOnly(operation) ? new Map<string, string>() : around.spelt;
  const schema = toJsonSchema(requireFieldsOn(operation.input, around.audience), 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  const names = listArgumentNames(operation, around.audience);
  const defaults = operation.toolInput ?? {};
  const taken = Object.entries(schema.properties ?? {}).filter(([name]) => names.has(name));
  const elsewhere = listArgumentsElsewhere(operation, around);
  const properties = taken.map(([name, field]) => {
    const compact = compactSchema(field, spelt, around);
    const { description, ...rest } = (name === 'seen' ? describeSeen(compact, elsewhere) : compact) as {
      description?: string;
    };
    const applied = defaults[name] === undefined ? '' : ` Left out: ${defaults[name]}.`;
    return [
      name,
      { ...(description !== undefined && { description: description + applied }), ...rest },
    ] as const;
  });
  for (const { name, schema: own } of listToolArguments(operation)) properties.push([name, own]);
  const { required } = schema;
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required?.length && { required }),
  };
}

/**
 * The fields of what was seen bear the names of the arguments that change them: words and values that are allowed stand
 * there. Arguments that this server does not take cannot have been seen for a change either.
 */
function describeSeen(seen: JsonSchema, elsewhere: ReadonlySet<string>): JsonSchema {
  const { properties, ...rest } = seen as { properties?: Record<string, JsonSchema> };
  if (properties === undefined) return seen;
  const fields = Object.entries(properties).filter(([name]) => !elsewhere.has(name));
  return { ...rest, properties: Object.fromEntries(fields.map(([name, field]) => [name, asItWas(field)])) };

  function asItWas(value: unknown, isNamed = false): unknown {
    if (Array.isArray(value)) return value.map((entry) => asItWas(entry));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).filter(([name]) => isNamed || name !== 'enum');
    return Object.fromEntries(
      entries.map(([name, inner]) => {
        if (!isNamed && name === 'description') return [name, inner === itsId ? itsId : 'As it was.'];
        return [name, asItWas(inner, name === 'properties')];
      }),
    );
  }
}

/** Limits that the service checks anyway, and whose refusal says what is accepted, are left out. */
const omittedKeywords = new Set([
  'minLength',
  'maxLength',
  'pattern',
  'maxItems',
  'minItems',
  'minimum',
  'maximum',
  'contentEncoding',
  'default',
]);

/** Every byte of a tool list costs tokens in every conversation, so it contains only what is needed for a call. */
function compactSchema(schema: unknown, spelt: ToolContext['spelt'], around: ToolContext): JsonSchema {
  return visit(schema) as JsonSchema;

  function visit(value: unknown, isNamed = false): unknown {
    if (Array.isArray(value)) return value.map((entry) => visit(entry));
    if (typeof value !== 'object' || value === null) return value;
    const kept = isNamed
      ? value
      : referToEnumeration(dropRedundantNull(int64AsString(value as JsonSchema)), spelt);
    const entries = Object.entries(kept).filter(
      // The names and values of a map have a schema there; of other objects they say only what else there may be.
      ([name, inner]) =>
        isNamed || (!omittedKeywords.has(name) && (!mapKeywords.has(name) || isMapSchema(inner))),
    );
    return Object.fromEntries(
      entries.flatMap(([name, inner]) => {
        if (isNamed || name !== 'description') return [[name, visit(inner, name === 'properties')]];
        const words = dropMissingTools(String(inner), around);
        // A hint at a tool that this server does not have leaves at least what it is.
        return [[name, words === '' ? itsId : words]];
      }),
    );
  }
}

const mapKeywords = new Set(['propertyNames', 'additionalProperties']);
const isMapSchema = (value: unknown) =>
  typeof value === 'object' && value !== null && ('enum' in value || 'properties' in value);

/** Many clients would round a 64-bit JSON number, so tools take it as a string of digits. */
function int64AsString(schema: JsonSchema): JsonSchema {
  if (schema.format !== 'int64') return schema;
  const { format: _, ...rest } = schema;
  return { ...rest, type: 'string' };
}

/**
 * Null means the same as leaving a field out, so it is offered only where the description gives it another meaning.
 */
function dropRedundantNull(schema: JsonSchema): JsonSchema {
  const choices = schema.anyOf as JsonSchema[] | undefined;
  if (choices?.length !== 2 || choices[1]?.type !== 'null') return schema;
  const { anyOf: _, ...rest } = schema;
  const { description: inner, ...choice } = choices[0] as JsonSchema;
  const description = rest.description ?? inner;
  if (/\bnull\b/.test(String(description)))
    return { ...rest, ...(description !== undefined && { description }), anyOf: [choice, { type: 'null' }] };
  return { ...int64AsString(choice), ...rest, ...(description !== undefined && { description }) };
}

const maxInlineEnumeration = 15;

/** Long enumerations: reading tools list the values, writing tools refer to them. */
export function findLongEnumerations(operations: readonly AnyOperation[]): Map<string, string> {
  const spelt = new Map<string, string>();
  for (const operation of operations.filter(isReadOnly)) {
    const properties = toJsonSchema(operation.input, 'input').properties as Record<string, JsonSchema>;
    for (const [name, { enum: values }] of Object.entries(properties)) {
      const key = JSON.stringify(values);
      if (Array.isArray(values) && values.length > maxInlineEnumeration && !spelt.has(key))
        spelt.set(key, `\`${name}\` of ${operation.name}`);
    }
  }
  return spelt;
}

function referToEnumeration(schema: JsonSchema, spelt: ToolContext['spelt']): JsonSchema {
  const place = Array.isArray(schema.enum) ? spelt.get(JSON.stringify(schema.enum)) : undefined;
  if (place === undefined) return schema;
  const { enum: _, description, ...rest } = schema;
  return {
    ...rest,
    description: `${description === undefined ? '' : `${description} `}A value of ${place}.`,
  };
}
