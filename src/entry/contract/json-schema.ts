import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

/** A field's JSON schema as published: other forms that parsing tolerates (digits, stored numbers) are left out. */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const result = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    reused: 'inline',
    override({ zodSchema, jsonSchema }) {
      const open = jsonSchema as JsonSchema;
      const wire = open.wire as JsonSchema | undefined;
      const applied = findDefault(zodSchema);
      if (wire !== undefined) {
        const { description } = open;
        for (const key of Object.keys(open)) if (key !== 'default') delete open[key];
        Object.assign(open, structuredClone(wire), description === undefined ? {} : { description });
      }
      if (io === 'input' && applied !== undefined) open.default = structuredClone(applied);
      delete open.$schema;
      delete open.servers;
      delete open.optionalOn;
      delete open.stated;
      if (open.type === 'integer') {
        if (open.minimum === Number.MIN_SAFE_INTEGER) delete open.minimum;
        if (open.maximum === Number.MAX_SAFE_INTEGER) delete open.maximum;
      }
      if (io === 'output') delete open.additionalProperties;
    },
  }) as JsonSchema;
  delete result.$schema;
  return expandTypeLists(result) as JsonSchema;
}

/** What parsing puts in place, or a handler does. zod leaves out the default of a schema with a transformation. */
function findDefault(schema: z.core.$ZodTypes): unknown {
  const { def } = schema._zod;
  return def.type === 'default' ? def.defaultValue : z.globalRegistry.get(schema)?.stated;
}

/** Each type gets its own schema in `anyOf`: some clients refuse a list of types. */
function expandTypeLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expandTypeLists);
  if (typeof value !== 'object' || value === null) return value;
  const schema = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, expandTypeLists(inner)]),
  );
  if (!Array.isArray(schema.type)) return schema;
  const { type, description, default: applied, ...rest } = schema;
  const anyOf = (type as string[]).map((each) =>
    each === 'null' ? { type: 'null' } : { ...rest, type: each },
  );
  return {
    ...(description !== undefined && { description }),
    anyOf,
    ...(applied !== undefined && { default: applied }),
  };
}
