import type { Text } from '../../../base/i18n/text.ts';
import {
  contactCategoryTexts,
  formatPhone,
  type RecordField,
  recordFieldTexts,
} from '../words/directory-texts.ts';
import { CheckField } from './choice.tsx';
import { SelectField, TextArea, TextField } from './field.tsx';

export const texts = {
  phonesHint: {
    en: 'One per line, as people write them. Everybody who opens the directory sees them.',
    ru: 'По одному в строке, как привыкли писать. Увидят все, кто открывает справочник.',
  },
  hoursHint: { en: 'In words: Mon–Sat 9–18', ru: 'Словами: пн–сб с 9 до 18' },
  tradesHint: { en: 'Separated by commas: wells, pumps', ru: 'Через запятую: колодцы, насосы' },
  siteHint: { en: 'Begins with https://', ru: 'Начинается с https://' },
} as const satisfies Record<string, Text>;

/** Values of a record by field; lists stay arrays. */
export type RecordValues = Partial<Record<RecordField, string | readonly string[] | boolean>>;

const requiredFields = new Set<RecordField>(['name', 'category']);
export function RecordInput({ field, value }: { field: RecordField; value: RecordValues[RecordField] }) {
  const label = recordFieldTexts[field];
  const words = typeof value === 'string' ? value : '';
  const list = Array.isArray(value) ? value : [];
  const optional = !requiredFields.has(field);
  switch (field) {
    case 'archived':
      return <CheckField name={field} label={label} checked={value === true} />;
    case 'category':
      return (
        <SelectField
          name={field}
          label={label}
          value={words || 'trade'}
          choices={Object.entries(contactCategoryTexts).map(([part, name]) => ({
            value: part,
            label: name,
          }))}
        />
      );
    case 'phones':
      return (
        <TextArea
          name={field}
          label={label}
          hint={texts.phonesHint}
          value={list.map(formatPhone).join('\n')}
          optional
          rows={Math.max(2, list.length + 1)}
        />
      );
    case 'trades':
      return (
        <TextField name={field} label={label} hint={texts.tradesHint} value={list.join(', ')} optional />
      );
    case 'notes':
    case 'description':
      return <TextArea name={field} label={label} value={words} optional maxLength={2000} rows={3} />;
    default:
      return (
        <TextField
          name={field}
          label={label}
          value={words}
          optional={optional}
          maxLength={field === 'name' ? 200 : 300}
          hint={field === 'hours' ? texts.hoursHint : undefined}
          {...(field === 'site' && { hint: texts.siteHint, type: 'url' as const })}
        />
      );
  }
}

const splitters: Partial<Record<RecordField, RegExp>> = { phones: /[\n;]+/, trades: /[,;\n]+/ };

export function readField(form: URLSearchParams, field: RecordField): string | string[] | boolean {
  const entered = form.get(field) ?? '';
  if (field === 'archived') return entered === 'true';
  const splitter = splitters[field];
  if (splitter === undefined) return entered.trim();
  return entered
    .split(splitter)
    .map((each) => each.trim())
    .filter(Boolean);
}
