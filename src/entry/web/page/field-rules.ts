import { z } from 'zod';

/** What an input says of one of its fields. */
export interface FieldRule {
  /** It may be left empty. */
  readonly isOptional: boolean;
  /** What an empty field sends: empty text, else null, else nothing, as far as the input takes it. */
  readonly empty: '' | null | undefined;
  /** The input takes it as not given. */
  readonly isOmittable: boolean;
  readonly maxLength: number | undefined;
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
  const taken = (['', null, undefined] as const).filter((value) => schema.safeParse(value).success);
  const inner = unwrap(schema);
  return {
    isOptional: taken.length > 0,
    // Refused with the words for an empty field.
    empty: taken.length > 0 ? taken[0] : '',
    isOmittable: taken.includes(undefined),
    maxLength: inner instanceof z.ZodString ? (inner.maxLength ?? undefined) : undefined,
  };
}

/** The schema below what makes it optional, gives a default or reads it from text first. */
function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return unwrap(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodDefault) return unwrap(schema.def.innerType as z.ZodType);
  if (schema instanceof z.ZodPipe) {
    const { in: from, out } = schema.def;
    return unwrap((from instanceof z.ZodTransform ? out : from) as z.ZodType);
  }
  return schema;
}
