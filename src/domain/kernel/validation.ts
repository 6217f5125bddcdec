import type { z } from 'zod';
import type { Text } from '../../base/i18n/text.ts';
import { Refusal } from './refusal.ts';

type Issue = z.core.$ZodIssue;

const typeNames: Record<string, Text> = {
  string: { en: 'a string', ru: 'строка' },
  number: { en: 'a number', ru: 'число' },
  int: { en: 'a whole number', ru: 'целое число' },
  boolean: { en: 'true or false', ru: 'true или false' },
  array: { en: 'a list in brackets, as ["…"]', ru: 'список в скобках, например ["…"]' },
  object: { en: 'an object', ru: 'объект' },
  record: { en: 'an object', ru: 'объект' },
};

/** For required text that is empty or only whitespace. */
export const blankText: Text = { en: 'This must not be blank.', ru: 'Здесь не может быть пусто.' };

/** For a field that was not sent at all. */
export const requiredText: Text = { en: 'This field is required.', ru: 'Это поле обязательно.' };

/** How the text for a value outside a list begins. */
export const oneOfStart: Text = { en: 'This must be one of: ', ru: 'Допустимые значения: ' };

/** Turns zod issues into a refusal whose texts say, field by field, what would be accepted. */
export function toRefusal(error: z.core.$ZodError, schema?: z.ZodType): Refusal {
  // A Map, because clients choose the field names: a plain object inherits some of them (`constructor`).
  const found = new Map<string, Text[]>();
  // A value of the wrong type breaks other rules too: a text of 11 characters is not a list that is too long.
  const mistyped = new Set(
    error.issues.filter(({ code }) => code === 'invalid_type').map(({ path }) => path.join('.')),
  );
  const telling = error.issues.filter(
    ({ code, path }) => code === 'invalid_type' || !mistyped.has(path.join('.')),
  );
  for (const issue of telling.slice(0, 50)) {
    const names =
      issue.code === 'unrecognized_keys'
        ? issue.keys.slice(0, 20).map((key) => [...issue.path, key])
        : [issue.path];
    for (const path of names) {
      const name = path.map(String).join('.').slice(0, 200) || 'body';
      const sentence =
        issue.code === 'unrecognized_keys' ? describeUnknownKey(schema, issue.path) : describeIssue(issue);
      const before = found.get(name) ?? [];
      // The same text from two rules appears once: an empty string is both too short and blank.
      if (!before.some(({ en }) => en === sentence.en)) found.set(name, [...before, sentence]);
    }
  }
  const [name, [first] = []] = [...found][0] ?? ['body', []];
  const sentence = first ?? { en: 'The input is not valid.', ru: 'Данные не подходят.' };
  return new Refusal({
    kind: 'invalid',
    text: { en: `${name}: ${sentence.en}`, ru: `${name}: ${sentence.ru}` },
    fields: Object.fromEntries(found),
  });
}

/** Names the fields that exist where an unknown one was sent. */
function describeUnknownKey(schema: z.ZodType | undefined, path: readonly PropertyKey[]): Text {
  const names = Object.keys((schema && findObjectAt(schema, path)) ?? {}).slice(0, 40);
  const [en, ru] = ['There is no such field here.', 'Такого поля здесь нет.'];
  if (names.length === 0) return { en, ru };
  return { en: `${en} There are: ${names.join(', ')}.`, ru: `${ru} Есть: ${names.join(', ')}.` };
}

/** The fields of the object that stands at this path of a schema. */
function findObjectAt(
  schema: z.ZodType,
  [step, ...rest]: readonly PropertyKey[],
): Record<string, z.ZodType> | undefined {
  const definition = schema._zod.def as {
    type: string;
    shape?: Record<string, z.ZodType>;
    element?: z.ZodType;
    innerType?: z.ZodType;
    out?: z.ZodType;
  };
  const { shape, element, innerType, out } = definition;
  if (innerType !== undefined) return findObjectAt(innerType, step === undefined ? [] : [step, ...rest]);
  if (definition.type === 'pipe' && out !== undefined)
    return findObjectAt(out, step === undefined ? [] : [step, ...rest]);
  if (step === undefined) return shape;
  const inner = shape !== undefined ? shape[String(step)] : element;
  return inner === undefined ? undefined : findObjectAt(inner, rest);
}

function describeIssue(issue: Issue): Text {
  switch (issue.code) {
    case 'invalid_type': {
      if (issue.input === undefined) return requiredText;
      const name = typeNames[issue.expected] ?? { en: issue.expected, ru: issue.expected };
      return { en: `This must be ${name.en}.`, ru: `Здесь нужно: ${name.ru}.` };
    }
    case 'too_big':
      return describeBound(issue.origin, Number(issue.maximum), 'most');
    case 'too_small':
      return describeBound(issue.origin, Number(issue.minimum), 'least');
    case 'invalid_value': {
      const list = issue.values.slice(0, 60).map(String).join(', ');
      return { en: `${oneOfStart.en}${list}.`, ru: `${oneOfStart.ru}${list}.` };
    }
    case 'unrecognized_keys':
      return { en: 'There is no such field here.', ru: 'Такого поля здесь нет.' };
    case 'invalid_format':
      return issue.format === 'datetime'
        ? {
            en: 'This must be a time with an offset, as 2026-11-14T09:30:00+00:00.',
            ru: 'Здесь нужно время со смещением, например 2026-11-14T09:30:00+00:00.',
          }
        : { en: 'This does not have the expected form.', ru: 'Значение не того вида.' };
    case 'custom': {
      const own = issue.params?.text as Text | undefined;
      return own ?? { en: 'This value does not fit.', ru: 'Значение не подходит.' };
    }
    case 'invalid_union': {
      const nested = issue.errors[0]?.[0];
      return nested
        ? describeIssue(nested as Issue)
        : { en: 'This value does not fit.', ru: 'Значение не подходит.' };
    }
    default:
      return { en: 'This value does not fit.', ru: 'Значение не подходит.' };
  }
}

const russianPlurals = new Intl.PluralRules('ru');

function describeBound(origin: string, bound: number, end: 'most' | 'least'): Text {
  if (origin === 'string' && end === 'least' && bound === 1) return blankText;
  const isOne = russianPlurals.select(bound) === 'one';
  const atEn = end === 'most' ? 'at most' : 'at least';
  const atRu = end === 'most' ? 'не больше' : 'не меньше';
  if (origin === 'string')
    return {
      en: `This must have ${atEn} ${bound} ${bound === 1 ? 'character' : 'characters'}.`,
      ru: `Здесь должно быть ${atRu} ${bound} ${isOne ? 'символа' : 'символов'}.`,
    };
  if (origin === 'array')
    return {
      en: `This must have ${atEn} ${bound} ${bound === 1 ? 'entry' : 'entries'}.`,
      ru: `Здесь должно быть ${atRu} ${bound} ${isOne ? 'элемента' : 'элементов'}.`,
    };
  return { en: `This must be ${atEn} ${bound}.`, ru: `Значение должно быть ${atRu} ${bound}.` };
}
