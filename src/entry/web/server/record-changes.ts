import type { Text } from '../../../base/i18n/text.ts';
import { Refusal, refuse } from '../../../domain/kernel/refusal.ts';
import { recordBaseField, texts } from '../ui/record-form.tsx';
import { type RecordValues, readField } from '../ui/record-input.tsx';
import { formatRecordValue, type RecordField } from '../words/directory-texts.ts';
import { readFormState } from './base-values.ts';

const formatConflict = (value: string): Text => ({
  en: `Somebody has since written: ${value || 'nothing'}. Press the button again to keep yours.`,
  ru: `Пока вы писали, здесь записали: ${value || 'пусто'}. Нажмите кнопку ещё раз, чтобы осталось ваше.`,
});

/** Base values of the changed fields; fields without one are left out. */
export function pickRecordBase(form: URLSearchParams, changed: readonly RecordField[]): RecordValues {
  const seen = parseRecordBase(form.get(recordBaseField));
  return Object.fromEntries(
    changed.flatMap((field) => (seen[field] === undefined ? [] : [[field, seen[field]]])),
  );
}

/** Shows conflicting values at their fields and makes them the base values: a resubmit overwrites them. */
export async function showConflict<Reply>(form: URLSearchParams, work: Promise<Reply>): Promise<Reply> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Refusal) || !error.details?.now) throw error;
    const now = error.details.now as RecordValues;
    const moved = Object.keys(error.fields ?? {}) as RecordField[];
    const seen = {
      ...parseRecordBase(form.get(recordBaseField)),
      ...Object.fromEntries(moved.map((each) => [each, now[each]])),
    };
    form.set(recordBaseField, JSON.stringify(seen));
    return refuse.invalidFields(
      Object.fromEntries(
        moved.map((field) => {
          const [en, ru] = [
            formatRecordValue(field, now[field], 'en'),
            formatRecordValue(field, now[field], 'ru'),
          ];
          return [field, [{ en: formatConflict(en).en, ru: formatConflict(ru).ru }]];
        }),
      ),
    );
  }
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
