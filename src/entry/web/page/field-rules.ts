import { z } from 'zod';

/** What an input says of one of its fields. */
export interface FieldRule {
  /** It may be left out. */
  readonly isOptional: boolean;
  readonly maxLength: number | undefined;
  /** Of an enumeration. */
  readonly choices: readonly string[] | undefined;
}

const known = new WeakMap<z.ZodObject, ReadonlyMap<string, FieldRule>>();

/** By name of the field. */
export function readFieldRules(input: z.ZodObject): ReadonlyMap<string, FieldRule> {
  let rules = known.get(input);
  if (rules === undefined) {
    rules = new Map(
      Object.entries(input.shape).map(([name, schema]) => [name, readRule(schema as z.ZodType)] as const),
    );
    known.set(input, rules);
  }
  return rules;
}

function readRule(schema: z.ZodType): FieldRule {
  const { inner, isOptional } = unwrap(schema);
  return {
    isOptional,
    maxLength: inner instanceof z.ZodString ? (inner.maxLength ?? undefined) : undefined,
    choices: inner instanceof z.ZodEnum ? inner.options.map(String) : undefined,
  };
}

/** The schema below what makes it optional, gives a default or reads it from text first. */
function unwrap(schema: z.ZodType, isOptional = false): { inner: z.ZodType; isOptional: boolean } {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return unwrap(schema.unwrap() as z.ZodType, true);
  if (schema instanceof z.ZodDefault) return unwrap(schema.def.innerType as z.ZodType, true);
  if (schema instanceof z.ZodPipe) {
    const { in: from, out } = schema.def;
    return unwrap((from instanceof z.ZodTransform ? out : from) as z.ZodType, isOptional);
  }
  return { inner: schema, isOptional };
}
