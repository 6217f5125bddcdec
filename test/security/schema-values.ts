import type { JsonSchema } from '../../src/entry/contract/json-schema.ts';
import type { Random } from './seeded-random.ts';

/** Existing ids, by the name of the field that takes them. */
export type Known = Readonly<Record<string, readonly string[]>>;

/** A value that passes a field's JSON schema and refers to an existing id where it can. */
export function generateValue(name: string, schema: JsonSchema, known: Known, random: Random): unknown {
  const real = Object.hasOwn(known, name) ? known[name] : undefined;
  if (real !== undefined && schema.type !== 'array') return random.pick(real);
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (choices !== undefined) return generateValue(name, random.pick(choices), known, random);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return random.pick(schema.enum);
  switch (schema.type) {
    case 'null':
      return null;
    case 'integer':
    case 'number':
      return random.pick([schema.minimum ?? 1, schema.maximum ?? 100, schema.default ?? 2]);
    case 'boolean':
      return random.chance(0.5);
    case 'array':
      return Array.from({ length: Math.max(Number(schema.minItems ?? 0), random.below(3)) }, () =>
        generateValue(name, (schema.items ?? {}) as JsonSchema, known, random),
      );
    case 'object':
      return generateObject(schema, known, random);
  }
  if (schema.format === 'date') return random.pick(['2026-01-02', '2030-05-09', '1999-12-31']);
  if (schema.format === 'date-time')
    return random.pick(['2026-01-02T03:04:05+00:00', '2026-11-14T09:30:00+03:00']);
  return random.pick(['Яблоня', 'one two three', '1', 'вода']);
}

/** All required fields and some of the others. */
export function generateObject(schema: JsonSchema, known: Known, random: Random): Record<string, unknown> {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const required = new Set((schema.required ?? []) as string[]);
  const names = Object.keys(properties).filter((name) => required.has(name) || random.chance(0.3));
  return Object.fromEntries(
    names.map((name) => [name, generateValue(name, properties[name] as JsonSchema, known, random)]),
  );
}
