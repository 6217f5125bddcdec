import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

/**
 * A field's JSON schema as the contract words it: what the field tolerates besides (digits, stored numbers) is not
 * promised to anybody. Types are given with anyOf, never as lists, which some readers refuse.
 */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const result = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    reused: 'inline',
    override({ jsonSchema }) {
      const open = jsonSchema as JsonSchema;
      const wire = open.wire as JsonSchema | undefined;
      if (wire !== undefined) {
        const { description } = open;
        for (const key of Object.keys(open)) if (key !== 'default') delete open[key];
        Object.assign(open, structuredClone(wire), description === undefined ? {} : { description });
      }
      delete open.$schema;
      delete open.servers;
      delete open.brief;
      if (open.type === 'integer') {
        if (open.minimum === Number.MIN_SAFE_INTEGER) delete open.minimum;
        if (open.maximum === Number.MAX_SAFE_INTEGER) delete open.maximum;
      }
      if (io === 'output') delete open.additionalProperties;
    },
  }) as JsonSchema;
  delete result.$schema;
  return spreadTypes(result) as JsonSchema;
}

/** Some readers refuse a list of types, so each type gets a schema of its own. */
function spreadTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spreadTypes);
  if (typeof value !== 'object' || value === null) return value;
  const schema = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, spreadTypes(inner)]));
  if (!Array.isArray(schema.type)) return schema;
  const { type, description, ...rest } = schema;
  const anyOf = (type as string[]).map((each) =>
    each === 'null' ? { type: 'null' } : { ...rest, type: each },
  );
  return { ...(description !== undefined && { description }), anyOf };
}
