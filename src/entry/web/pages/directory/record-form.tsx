import type { Text } from '../../../../base/i18n/text.ts';
import { Refusal } from '../../../../domain/kernel/refusal.ts';
import { readFormState } from '../../server/base-values.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { usePage } from '../../ui/page-context.ts';
import { RecordInput, type RecordValues, readField } from '../../ui/record-input.tsx';
import type { RecordField } from '../../words/directory-texts.ts';

export const texts = {
  note: { en: 'How do you know?', ru: 'Откуда знаете' },
  noteHint: { en: 'The board reads it.', ru: 'Прочтёт правление.' },
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
  readonly save?: string;
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

/** Fields changed on the form. Phone numbers are compared by their digits. */
export function readChanges(form: URLSearchParams, fields: readonly RecordField[]): RecordValues {
  const seen = parseRecordBase(form.get(recordBaseField));
  const changed = fields
    .map((field) => [field, readField(form, field)] as const)
    .filter(
      ([field, value]) =>
        normalizeForComparison(field, value) !== normalizeForComparison(field, seen[field] ?? emptyOf(value)),
    );
  if (changed.length === 0) throw new Refusal({ kind: 'invalid', text: texts.unchanged });
  return Object.fromEntries(changed);
}

function emptyOf(value: string | string[] | boolean): string | string[] | boolean {
  return Array.isArray(value) ? [] : typeof value === 'boolean' ? false : '';
}

export function normalizeForComparison(field: RecordField, value: unknown): string {
  const plain = JSON.stringify(value);
  return field === 'phones' ? plain.replaceAll(/[^\d+",]/g, '') : plain.replaceAll('\\r\\n', '\\n');
}

/** Base values sent with the form; unreadable ones count as empty. */
export const parseRecordBase = (given: string | null) => readFormState(given) as RecordValues;

/** Maps refusals of `proposed.*` inputs to form fields. */
export async function mapProposedFields<Reply>(
  work: Promise<Reply>,
  nameOf: (field: string) => string = (field) => field,
): Promise<Reply> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Refusal) || error.fields === undefined) throw error;
    if (Object.keys(error.fields).includes('proposed'))
      throw new Refusal({ kind: error.kind, text: texts.unchanged });
    const fields: Record<string, readonly Text[]> = {};
    for (const [place, reasons] of Object.entries(error.fields)) {
      const [, field = place] = /^proposed\.(\w+)/.exec(place) ?? [];
      const name = nameOf(field);
      fields[name] = [...(fields[name] ?? []), ...reasons];
    }
    const { kind, text, details } = error;
    throw new Refusal({ kind, text, fields, ...(details && { details }) });
  }
}
