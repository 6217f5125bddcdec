import type { Text } from '../../../base/i18n/text.ts';
import {
  contactCategoryTexts,
  formatPhone,
  type RecordField,
  recordFieldTexts,
} from '../words/directory-texts.ts';
import { Button } from './button.tsx';
import { CheckField } from './choice.tsx';
import { SelectField, TextArea, TextField } from './field.tsx';
import { Form } from './form.tsx';
import type { Words } from './language-context.ts';
import { usePage } from './page-context.ts';

export const texts = {
  phonesHint: { en: 'One a line, as people write them.', ru: 'По одному в строке, как привыкли писать.' },
  hoursHint: { en: 'In words: Mon–Sat 9–18', ru: 'Словами: пн–сб с 9 до 18' },
  tradesHint: { en: 'With commas: wells, pumps', ru: 'Через запятую: колодцы, насосы' },
  siteHint: { en: 'Begins with https://', ru: 'Начинается с https://' },
  note: { en: 'How do you know?', ru: 'Откуда знаете' },
  noteHint: { en: 'The board reads it.', ru: 'Прочтёт правление.' },
  about: { en: 'Correction to the directory', ru: 'Правка справочника' },
  send: { en: 'Send to the board', ru: 'Отправить правлению' },
  unchanged: {
    en: 'Nothing is changed yet: correct what is wrong and send again.',
    ru: 'Пока ничего не изменено: поправьте неверное и отправьте.',
  },
} as const satisfies Record<string, Text>;

/** Values of a record by field; lists stay arrays. */
export type RecordValues = Partial<Record<RecordField, string | readonly string[] | boolean>>;

export const contactFormFields = [
  'name',
  'category',
  'phones',
  'address',
  'hours',
  'site',
  'notes',
] as const satisfies readonly RecordField[];

const requiredFields = new Set<RecordField>(['name', 'category']);
/** Hidden field with the base values: only what differs from them is sent on. */
export const recordBaseField = 'seen';

type RecordFormProps = {
  readonly id: string;
  readonly action: string;
  readonly fields: readonly RecordField[];
  readonly values: RecordValues;
  /** Button text of the board, whose form saves directly and has no note field. */
  readonly save?: Words;
};

export function RecordForm({ id, action, fields, values, save }: RecordFormProps) {
  const { forms } = usePage();
  const seen = forms[id]?.values?.[recordBaseField] ?? JSON.stringify(values);
  return (
    <Form id={id} action={action} hidden={{ [recordBaseField]: String(seen) }} outbox={texts.about} draft>
      {fields.map((field) => (
        <RecordInput key={field} field={field} value={values[field]} />
      ))}
      {save === undefined && (
        <TextArea name="note" label={texts.note} hint={texts.noteHint} optional maxLength={500} rows={2} />
      )}
      {save === undefined ? <Button icon="send">{texts.send}</Button> : <Button>{save}</Button>}
    </Form>
  );
}

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
