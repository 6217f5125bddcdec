import { z } from 'zod';
import { removeInvisible } from '../../base/i18n/invisible-characters.ts';
import type { Text } from '../../base/i18n/text.ts';
import { isId } from './identifier.ts';
import { blankText } from './validation.ts';

/**
 * The field types of all schemas. `wire` is the JSON schema published in the contract; parsing also accepts tolerated
 * forms: digits for an integer, the stored number of an enum value.
 */
export type WireSchema = Record<string, unknown>;

/** A check with its own error text; without one the text is derived from the zod issue. */
export function errorText(text: Text): { params: { text: Text } } {
  return { params: { text } };
}

const unstorable = errorText({
  en: 'This text has characters that cannot be stored (a zero byte or half of a surrogate pair).',
  ru: 'В тексте есть символы, которые нельзя сохранить (нулевой байт или половина суррогатной пары).',
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: the zero byte is what is looked for
const zeroByte = /\u0000/;
export const isStorable = (value: string) => !zeroByte.test(value) && value.isWellFormed();

/** For all text input: bounded, and storable in PostgreSQL as it is. */
export function text(max: number, min = 0) {
  const base = z.string().max(max).refine(isStorable, unstorable);
  return min > 0 ? base.min(min) : base;
}

/** Required text: whitespace alone is refused. */
export function nonBlank(max: number) {
  return text(max, 1).refine((value) => value.trim() !== '', errorText(blankText));
}

/** What is shown on one line, such as a caption or an address: without characters that nobody sees. */
export function line(max: number, min = 0) {
  return text(max, min).overwrite(removeInvisible);
}

/** A required name or title. */
export function name(max: number) {
  return line(max, 1).refine((value) => value.trim() !== '', errorText(blankText));
}

const notAnId = errorText({
  en: 'This must be an identifier: a string of digits.',
  ru: 'Здесь нужен идентификатор: строка из цифр.',
});

/** An identifier: a string, never a JSON number. */
export const id = z
  .string()
  .refine(isId, notAnId)
  .meta({ wire: { type: 'string', pattern: '^[1-9][0-9]{0,18}$' } });

/** An int64 parameter: a JSON integer or a string of digits, kept as a string so that it is not rounded. */
export function integerId(description: string) {
  return z
    .preprocess(
      (value) =>
        typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value))
          ? String(value)
          : value,
      z.string().refine(
        isId,
        errorText({
          en: 'This must be an id: a whole number from 1, or its digits as a string, exactly as a reply gave it.',
          ru: 'Здесь нужен идентификатор: целое число от 1 или его цифры строкой, точно как в ответе.',
        }),
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

/** A measured value, as a JSON number or, in a query string, as one. */
export function measuredNumber(most: number) {
  return z
    .preprocess(
      (value) =>
        typeof value === 'string' && /^-?\d{1,15}(\.\d{1,9})?$/.test(value) ? Number(value) : value,
      z.number().min(-most).max(most),
    )
    .meta({ wire: { type: 'number' } }) as unknown as z.ZodType<number, number | string>;
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

const flagValues: Record<string, boolean> = { true: true, false: false, 1: true, 0: false };

/** A yes or no that may also come from a query string. */
export const flag = z
  .preprocess((value) => (typeof value === 'string' ? (flagValues[value] ?? value) : value), z.boolean())
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
    errorText({
      en: 'This must be a day that exists, as 2026-11-14.',
      ru: 'Здесь нужна существующая дата, например 2026-11-14.',
    }),
  )
  .meta({ wire: { type: 'string', format: 'date' } });

/** An input timestamp: ISO 8601 with an offset. A plain day counts as its midnight in UTC. */
export const timestamp = z
  .preprocess(
    (value) =>
      typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T00:00:00Z` : value,
    z.iso.datetime({ offset: true }).refine(
      (value) => value >= '1900' && value < '9000',
      errorText({
        en: 'This must be a time from 1900 to 8999.',
        ru: 'Здесь нужно время с 1900 по 8999 год.',
      }),
    ),
  )
  .meta({ wire: { type: 'string', format: 'date-time' } }) as unknown as z.ZodType<string, string>;

/**
 * A list that may be long. It is truncated after the twentieth invalid entry: an error for each of a hundred thousand
 * would take seconds.
 */
export function longList<Item extends z.ZodType>(
  item: Item,
  looksRight: (entry: unknown) => boolean,
  { min = 0, max }: { min?: number; max: number },
) {
  const list = min > 0 ? z.array(item).min(min).max(max) : z.array(item).max(max);
  // Nested lists carry a `wire` of their own; this schema already includes them.
  const { $schema: _, ...wire } = z.toJSONSchema(list, {
    io: 'input',
    override: ({ jsonSchema }) => void delete jsonSchema.wire,
  });
  return z
    .preprocess((value) => truncateAfterErrors(value, looksRight, max), list)
    .meta({ wire }) as unknown as z.ZodType<z.output<Item>[], z.input<Item>[]>;
}

const maxInvalidEntries = 20;

function truncateAfterErrors(value: unknown, looksRight: (entry: unknown) => boolean, max: number): unknown {
  if (!Array.isArray(value)) return value;
  let faults = 0;
  for (const [index, entry] of value.slice(0, max + 1).entries()) {
    if (!looksRight(entry)) faults += 1;
    if (faults === maxInvalidEntries) return value.slice(0, index + 1);
  }
  return value.length > max ? value.slice(0, max + 1) : value;
}

/** A path parameter that names something by identifier or slug. */
export const reference = text(120, 1);

/** A filter on a plot: its number as people say it, or its identifier. */
export const parcelReference = text(40, 1).describe('Plot: number or id.');

/** Arguments of lists. */
export const cursorWords = 'The `cursor` of the reply before.';
export const opaqueCursor = text(200).describe(cursorWords);
export const idCursor = integerId(cursorWords);
export const pageLimit = (max: number, usual: number) =>
  integer(1, max).default(usual).describe(`1 to ${max}.`);

export const tagNames = z.array(name(100)).max(30).describe('Replaces all; up to 30.');

/** Beside `tags` wherever existing ones can be changed: two people who each add one both keep theirs. */
export const tagChanges = {
  add_tags: tagNames.nullish().describe('Tags to add.'),
  remove_tags: tagNames.nullish().describe('Tags to remove.'),
};

// Output fields. Every string is marked with `writtenByPeople`; a test fails for one that is not.
const userWritten = (wire: WireSchema) => ({ writtenByPeople: true, wire });
const serviceWritten = (wire: WireSchema) => ({ writtenByPeople: false, wire });

/**
 * User-written text: a title, a name, a comment, a device's own name, also the caller's own. Use it for everything
 * that is neither generated by the service nor validated to a form too narrow for a sentence.
 */
export const outText = z.string().meta(userWritten({ type: 'string' }));
/** Any value of such a field, for change histories. */
export const outValue = z.unknown().meta(userWritten({}));

export const outId = z.string().meta(serviceWritten({ type: 'string', pattern: '^[0-9]+$' }));
export const outTimestamp = z.string().meta(serviceWritten({ type: 'string', format: 'date-time' }));
export const outDay = z.string().meta(serviceWritten({ type: 'string', format: 'date' }));
/** A slug, generated by the service from a title. */
export const outSlug = z.string().meta(serviceWritten({ type: 'string' }));
/** A URL generated by the service; one that a user typed is outText. */
export const outUrl = z.string().meta({ ...serviceWritten({ type: 'string' }), isAddress: true });
/** A value of a fixed list, or of a validated form: a media type, a time zone, an E.164 number. */
export const outWord = z.string().meta(serviceWritten({ type: 'string' }));
export const outCursor = z
  .string()
  .meta(serviceWritten({ type: 'string' }))
  .nullable()
  .describe('Where the next page begins; null when the list has ended.');
export function outEnum<const Names extends readonly [string, ...string[]]>(names: Names) {
  return z.enum(names);
}

/** 2026-11-14T09:30:00+00:00 */
export function formatTimestamp(date: Date): string;
export function formatTimestamp(date: Date | null): string | null;
export function formatTimestamp(date: Date | null): string | null {
  if (date === null) return null;
  const year = date.getUTCFullYear();
  // A third of the time of `toISOString`, which is left for years of other than four digits.
  if (!(year >= 1000 && year <= 9999)) return `${date.toISOString().slice(0, -5)}+00:00`;
  const [month, day] = [twoDigits[date.getUTCMonth() + 1], twoDigits[date.getUTCDate()]];
  const [hour, minute] = [twoDigits[date.getUTCHours()], twoDigits[date.getUTCMinutes()]];
  return `${year}-${month}-${day}T${hour}:${minute}:${twoDigits[date.getUTCSeconds()]}+00:00`;
}

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
