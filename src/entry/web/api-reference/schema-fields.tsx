import type { Language, Text } from '../../../base/i18n/text.ts';
import { type OpenApiDocument, refName, resolveReference, type Schema } from './openapi-document.ts';

export const texts = {
  field: { en: 'Field and type', ru: 'Поле и тип' },
  meaning: { en: 'Meaning', ru: 'Смысл' },
  required: { en: 'required', ru: 'обязательно' },
  orNull: { en: 'or null', ru: 'или null' },
  arrayOf: { en: 'array of', ru: 'массив:' },
  oneOf: { en: 'one of', ru: 'одно из' },
  preset: { en: 'Default', ru: 'По умолчанию' },
  length: { en: 'Characters', ru: 'Знаков' },
  range: { en: 'Range', ru: 'Пределы' },
  items: { en: 'Entries', ru: 'Элементов' },
  any: { en: 'anything', ru: 'любое' },
} as const satisfies Record<string, Text>;

const maxDepth = 3;
const maxRows = 150;

export type FieldRow = {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
  readonly description?: string;
};

/** The fields of an object, nested ones with dotted names; named schemas are linked instead of repeated. */
export function listFields(
  document: OpenApiDocument,
  unresolved: Schema,
  prefix = '',
  depth = 0,
): FieldRow[] {
  const schema = resolveReference(document, unresolved);
  const parts = [schema, ...(schema.allOf ?? []).map((part) => resolveReference(document, part))];
  const required = new Set(parts.flatMap((part) => part.required ?? []));
  const rows = parts.flatMap((part) =>
    Object.entries(part.properties ?? {}).flatMap(([key, value]): FieldRow[] => {
      const name = `${prefix}${key}`;
      const own: FieldRow = { name, schema: value, required: required.has(key) };
      const present = value.anyOf?.find((variant) => variant.type !== 'null') ?? value;
      const inner = present.items ?? present;
      const opens = depth < maxDepth && !inner.$ref && (inner.properties || inner.allOf);
      return opens
        ? [own, ...listFields(document, inner, `${name}${present.items ? '[].' : '.'}`, depth + 1)]
        : [own];
    }),
  );
  return rows.slice(0, maxRows);
}

export function FieldTable({ rows, language }: { rows: readonly FieldRow[]; language: Language }) {
  if (rows.length === 0) return null;
  return (
    <table class="fields">
      <thead>
        <tr>
          <th scope="col">{texts.field[language]}</th>
          <th scope="col">{texts.meaning[language]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">
              <code>{row.name}</code>
              <span class="soft">
                <TypeName schema={row.schema} language={language} />
                {row.required && `, ${texts.required[language]}`}
              </span>
            </th>
            <td>
              {row.description ?? row.schema.description} {describeBounds(row.schema, language)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A type in words, with a link where the schema has its own entry at the end of the page. */
export function TypeName({ schema, language }: { schema: Schema; language: Language }) {
  const name = refName(schema);
  if (name) return <a href={`#schema-${name}`}>{name}</a>;
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) {
    const [first, ...others] = variants.filter((part) => part.type !== 'null');
    const nullable = variants.some((part) => part.type === 'null');
    return (
      <>
        {first && <TypeName schema={first} language={language} />}
        {others.map((part) => (
          <>
            {' | '}
            <TypeName schema={part} language={language} />
          </>
        ))}
        {nullable && ` ${texts.orNull[language]}`}
      </>
    );
  }
  if (schema.items) {
    return (
      <>
        {texts.arrayOf[language]} <TypeName schema={schema.items} language={language} />
      </>
    );
  }
  if (schema.enum) return <>{`${texts.oneOf[language]} ${schema.enum.map(String).join(', ')}`}</>;
  if (schema.const !== undefined) return <code>{JSON.stringify(schema.const)}</code>;
  const types = Array.isArray(schema.type) ? schema.type.join(' | ') : schema.type;
  return (
    <>{[types ?? texts.any[language], schema.format && `(${schema.format})`].filter(Boolean).join(' ')}</>
  );
}

function describeBounds(schema: Schema, language: Language): string {
  // For `X or null` the bounds are on the non-null variant.
  const bounded = schema.anyOf?.find((part) => part.type !== 'null') ?? schema;
  const preset = schema.default ?? bounded.default;
  return [
    describeRange(texts.length[language], bounded.minLength, bounded.maxLength),
    describeRange(texts.range[language], bounded.minimum, bounded.maximum),
    describeRange(texts.items[language], bounded.minItems, bounded.maxItems),
    preset === undefined ? '' : `${texts.preset[language]}: ${JSON.stringify(preset)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

function describeRange(label: string, least: number | undefined, most: number | undefined): string {
  // Generated schemas contain the limits of the number type, which are of no use to a reader.
  const low = least !== undefined && least > Number.MIN_SAFE_INTEGER ? least : undefined;
  const high = most !== undefined && most < Number.MAX_SAFE_INTEGER ? most : undefined;
  if (low === undefined && high === undefined) return '';
  if (low === undefined) return `${label}: ≤ ${high}.`;
  return high === undefined ? `${label}: ≥ ${low}.` : `${label}: ${low}–${high}.`;
}
