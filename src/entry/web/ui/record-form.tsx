import type { Text } from '../../../base/i18n/text.ts';
import type { RecordField } from '../words/directory-texts.ts';
import { Button } from './button.tsx';
import { TextArea } from './field.tsx';
import { Form } from './form.tsx';
import type { Words } from './language-context.ts';
import { usePage } from './page-context.ts';
import { RecordInput, type RecordValues } from './record-input.tsx';
import { SaveAnyway } from './save-anyway.tsx';

export const texts = {
  note: { en: 'How do you know?', ru: 'Откуда знаете' },
  noteHint: { en: 'The board will read it.', ru: 'Прочтёт правление.' },
  about: { en: 'Correction to the directory', ru: 'Правка справочника' },
  send: { en: 'Send to the board', ru: 'Отправить правлению' },
  unchanged: {
    en: 'Nothing is changed yet: correct what is wrong and send again.',
    ru: 'Пока ничего не изменено: поправьте неверное и отправьте.',
  },
} as const satisfies Record<string, Text>;

export const contactFormFields = [
  'name',
  'category',
  'phones',
  'address',
  'hours',
  'site',
  'notes',
] as const satisfies readonly RecordField[];

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
      <SaveAnyway form={id} />
      {save === undefined ? <Button icon="send">{texts.send}</Button> : <Button>{save}</Button>}
    </Form>
  );
}
