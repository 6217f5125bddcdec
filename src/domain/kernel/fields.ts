import { z } from 'zod';
import type { Text } from '../../base/i18n/text.ts';
import type { Audience } from './operation.ts';
import { blank } from './validation.ts';

/**
 * The fields schemas are made of. Each says in its JSON schema (`wire`, taken over by the projections) what is
 * contract, and accepts what the contract tolerates besides: digits for an integer, a stored number for a name.
 */
export type WireSchema = Record<string, unknown>;

export const biggestId = 9_223_372_036_854_775_807n;

/** A check with a sentence of its own; without one the sentence is derived from the failed bound. */
export function message(text: Text): { params: { text: Text } } {
  return { params: { text } };
}

/**
 * A rare argument: REST takes it as any other, of the MCP servers only these do, where it is worth its place in a tool
 * list. Put around the whole field, so that the mark lies outermost.
 */
export function onServers<Field extends z.ZodType>(servers: readonly Audience[], field: Field): Field {
  return field.meta({ servers }) as Field;
}

/** An argument for pages and programs: no MCP server takes it. */
export const restOnly = <Field extends z.ZodType>(field: Field) => onServers([], field);

export function isTakenOn(audience: Audience, field: z.ZodType): boolean {
  const { servers } = (field.meta() ?? {}) as { servers?: readonly Audience[] };
  return servers === undefined || servers.includes(audience);
}

/** What tool lists say of a field instead of its whole schema, which openapi.json has: a shape in words costs a third. */
export interface Brief {
  type: 'object' | 'array';
  words: string;
}

export function briefly<Field extends z.ZodType>(type: Brief['type'], words: string, field: Field): Field {
  return field.meta({ brief: { type, words } satisfies Brief }) as Field;
}

export function briefOf(field: z.ZodType): Brief | undefined {
  return ((field.meta() ?? {}) as { brief?: Brief }).brief;
}

const unstorable = message({
  en: 'This text has characters that cannot be stored (a zero byte or half of a surrogate pair).',
  ru: 'В тексте есть символы, которые нельзя сохранить (нулевой байт или половина суррогатной пары).',
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: the zero byte is what is looked for
const zeroByte = /\u0000/;
export const isStorable = (value: string) => !zeroByte.test(value) && value.isWellFormed();

/** Any text from outside goes through this: bounded, and storable as it is. */
export function text(max: number, min = 0) {
  const base = z.string().max(max).refine(isStorable, unstorable);
  return min > 0 ? base.min(min) : base;
}

/** A text that has to say something: blanks alone do not count. */
export function nonBlank(max: number) {
  return text(max, 1).refine((value) => value.trim() !== '', message(blank));
}

const idPattern = /^[1-9]\d{0,18}$/;
export const isId = (value: string) => idPattern.test(value) && BigInt(value) <= biggestId;
const notAnId = message({
  en: 'This must be an identifier: a string of digits.',
  ru: 'Здесь нужен идентификатор: строка из цифр.',
});

/** An identifier: a string, never a JSON number. */
export const id = z
  .string()
  .refine(isId, notAnId)
  .meta({ wire: { type: 'string', pattern: '^[1-9][0-9]{0,18}$' } });

/** A parameter the contract types as integer: a JSON integer or a string of digits, kept to the last digit. */
export function integerId(description: string) {
  return z
    .preprocess(
      (value) =>
        typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value))
          ? String(value)
          : value,
      z
        .string()
        .refine(
          isId,
          message({ en: 'This must be a whole number from 1.', ru: 'Здесь нужно целое число от 1.' }),
        ),
    )
    .meta({ wire: { type: 'integer', format: 'int64', minimum: 1 }, description }) as unknown as z.ZodType<
    string,
    string | number
  >;
}

/** A bounded count, as a JSON integer or, in a query string, as digits. */
export function integer(min: number, max: number) {
  return z
    .preprocess(
      (value) => (typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value),
      z.int().min(min).max(max),
    )
    .meta({ wire: { type: 'integer', minimum: min, maximum: max } }) as unknown as z.ZodType<
    number,
    number | string
  >;
}

/** A distance on the ground, as a JSON number or, in a query string, as one. */
export function metres(max: number) {
  return z
    .preprocess(
      (value) => (typeof value === 'string' && /^\d{1,9}(\.\d{1,6})?$/.test(value) ? Number(value) : value),
      z.number().min(0).max(max),
    )
    .meta({ wire: { type: 'number', minimum: 0, maximum: max } }) as unknown as z.ZodType<
    number,
    number | string
  >;
}

/** An enumeration: by name, or by its stored number, which is its place in the contract's list. */
export function enumField<const Names extends readonly [string, ...string[]]>(names: Names) {
  return z
    .preprocess((value) => {
      const place =
        typeof value === 'number'
          ? value
          : typeof value === 'string' && /^\d{1,3}$/.test(value)
            ? Number(value)
            : 0;
      return names[place - 1] ?? value;
    }, z.enum(names))
    .meta({ wire: { type: 'string', enum: [...names] } }) as unknown as z.ZodType<
    Names[number],
    Names[number] | number
  >;
}

const flagWords: Record<string, boolean> = { true: true, false: false, 1: true, 0: false };

/** A yes or no that may also come from a query string. */
export const flag = z
  .preprocess((value) => (typeof value === 'string' ? (flagWords[value] ?? value) : value), z.boolean())
  .meta({ wire: { type: 'boolean' } }) as unknown as z.ZodType<
  boolean,
  boolean | 'true' | 'false' | '1' | '0'
>;

/** A day, Y-m-d, that exists in the calendar. */
export const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .refine(
    (value) => {
      const date = new Date(`${value}T00:00:00Z`);
      return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) && value > '0001';
    },
    message({
      en: 'This must be a day that exists, as 2026-11-14.',
      ru: 'Здесь нужна существующая дата, например 2026-11-14.',
    }),
  )
  .meta({ wire: { type: 'string', format: 'date' } });

/** A moment from outside: ISO 8601 with an offset. A plain day is taken as its midnight in UTC. */
export const moment = z
  .preprocess(
    (value) =>
      typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T00:00:00Z` : value,
    z.iso.datetime({ offset: true }).refine(
      (value) => value >= '1900' && value < '9000',
      message({
        en: 'This must be a time from 1900 to 8999.',
        ru: 'Здесь нужно время с 1900 по 8999 год.',
      }),
    ),
  )
  .meta({ wire: { type: 'string', format: 'date-time' } }) as unknown as z.ZodType<string, string>;

/**
 * A list that may be long. When entries are plainly wrong it ends after the twentieth of them: a complaint about each of a
 * hundred thousand would cost seconds, and nobody reads more than a few.
 */
export function longList<Item extends z.ZodType>(
  item: Item,
  looksRight: (entry: unknown) => boolean,
  { min = 0, max }: { min?: number; max: number },
) {
  const list = min > 0 ? z.array(item).min(min).max(max) : z.array(item).max(max);
  // What a list inside says of itself stands here already.
  const { $schema: _, ...wire } = z.toJSONSchema(list, {
    io: 'input',
    override: ({ jsonSchema }) => void delete jsonSchema.wire,
  });
  return z
    .preprocess((value) => cutAfterFaults(value, looksRight, max), list)
    .meta({ wire }) as unknown as z.ZodType<z.output<Item>[], z.input<Item>[]>;
}

const mostFaults = 20;

function cutAfterFaults(value: unknown, looksRight: (entry: unknown) => boolean, max: number): unknown {
  if (!Array.isArray(value)) return value;
  let faults = 0;
  for (const [index, entry] of value.slice(0, max + 1).entries()) {
    if (!looksRight(entry)) faults += 1;
    if (faults === mostFaults) return value.slice(0, index + 1);
  }
  return value.length > max ? value.slice(0, max + 1) : value;
}

/** A path parameter that names something by identifier or slug. */
export const reference = text(120, 1);

/** A filter on a plot: its number as people say it, or its identifier. */
export const parcelReference = text(40, 1).describe('Number or identifier.');

export const opaqueCursor = text(200).describe('From the previous page.');

export const tagNames = z.array(nonBlank(100)).max(30).describe('At most 30, the whole set.');

// What replies are made of. Every string says who made it (`writtenByPeople`); a test fails for one that does not.
const ofPeople = (wire: WireSchema) => ({ writtenByPeople: true, wire });
const ofService = (wire: WireSchema) => ({ writtenByPeople: false, wire });

/**
 * Text from outside: a title, a name, a comment, what a device calls itself, also the caller's own. Whatever was neither
 * made by the service nor checked to a form that leaves no room for a sentence is this.
 */
export const outText = z.string().meta(ofPeople({ type: 'string' }));
/** Any value that such a field held or holds. */
export const outValue = z.unknown().meta(ofPeople({}));

export const outId = z.string().meta(ofService({ type: 'string', pattern: '^[0-9]+$' }));
export const outTimestamp = z.string().meta(ofService({ type: 'string', format: 'date-time' }));
export const outDay = z.string().meta(ofService({ type: 'string', format: 'date' }));
/** A name in address form, made by the service from a title. */
export const outSlug = z.string().meta(ofService({ type: 'string' }));
/** An address that the service made; one that people typed is outText. */
export const outUrl = z.string().meta({ ...ofService({ type: 'string' }), isAddress: true });
/** A word of the service's own lists, or of a checked form: a media type, a time zone, a number in E.164. */
export const outWord = z.string().meta(ofService({ type: 'string' }));
export const outCursor = z
  .string()
  .meta(ofService({ type: 'string' }))
  .nullable()
  .describe('Where the next page begins; null when the list has ended.');
export function outEnum<const Names extends readonly [string, ...string[]]>(names: Names) {
  return z.enum(names);
}

/** 2026-11-14T09:30:00+00:00 */
export function wireTime(date: Date): string;
export function wireTime(date: Date | null): string | null;
export function wireTime(date: Date | null): string | null {
  return date === null ? null : `${date.toISOString().slice(0, 19)}+00:00`;
}
