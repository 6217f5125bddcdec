import type { z } from 'zod';
import type { Text } from '../../../../base/i18n/text.ts';
import { Refusal } from '../../../../domain/kernel/refusal.ts';
import type { list_change_proposals } from '../../../../features/operations/proposal/list_change_proposals.ts';
import { readFormState } from '../../server/base-values.ts';
import { type RecordValues, readField } from '../../ui/record-input.tsx';
import type { RecordField } from '../../words/directory-texts.ts';

export const texts = {
  choose: { en: 'Choose which value stays.', ru: 'Выберите, что оставить.' },
  moved: {
    en: 'The record was changed while you were deciding. See what it says now and choose.',
    ru: 'Пока вы решали, запись изменили. Посмотрите, что в ней теперь, и выберите.',
  },
  nothing: {
    en: 'Nothing is selected. Select what to accept, or send the correction back.',
    ru: 'Ничего не отмечено. Отметьте, что взять, или верните правку.',
  },
} as const satisfies Record<string, Text>;

export type Proposal = z.output<typeof list_change_proposals.output>['proposals'][number];

export const listFields = ({ proposed }: Proposal) => Object.keys(proposed) as RecordField[];
export const getFieldValue = (values: object, field: RecordField) => (values as RecordValues)[field];

/** The field was edited after the correction was proposed. */
export const hasConflict = ({ before, now, is_new }: Proposal, field: RecordField) =>
  !is_new && JSON.stringify(getFieldValue(before, field)) !== JSON.stringify(getFieldValue(now, field));

/** Each of several fields can be left out; a new record is accepted as a whole. */
export const hasFieldCheckboxes = (proposal: Proposal) => !proposal.is_new && listFields(proposal).length > 1;

export const fieldNames = {
  /** Hidden field: values of the conflicting fields when the form was rendered. */
  seen: 'seen',
  resolution: (field: RecordField) => `way_${field}`,
  take: (field: RecordField) => `take_${field}`,
};

/** Fields without a conflict by their checkbox, conflicting ones by the chosen resolution. */
export function readResolution(form: URLSearchParams, proposal: Proposal) {
  const seen = readFormState(form.get(fieldNames.seen)) as RecordValues;
  const fields: RecordField[] = [];
  const values: Partial<Record<RecordField, unknown>> = {};
  const seenNow: Partial<Record<RecordField, unknown>> = {};
  const missing: Record<string, readonly Text[]> = {};
  for (const field of listFields(proposal)) {
    // The hidden field tells whether the form was rendered with this conflict.
    if (seen[field] === undefined) {
      if (!hasFieldCheckboxes(proposal) || form.get(fieldNames.take(field)) === 'true') fields.push(field);
      continue;
    }
    const way = form.get(fieldNames.resolution(field));
    if (way === 'keep') values[field] = seen[field];
    else if (way === 'take') values[field] = getFieldValue(proposal.proposed, field);
    else if (way === 'other') values[field] = readField(form, field);
    else missing[fieldNames.resolution(field)] = [texts.choose];
    fields.push(field);
    seenNow[field] = seen[field];
  }
  if (Object.keys(missing).length > 0)
    throw new Refusal({ kind: 'invalid', text: texts.choose, fields: missing });
  if (fields.length === 0) throw new Refusal({ kind: 'invalid', text: texts.nothing });
  return { fields, values, seen_now: seenNow };
}

/** Maps refusals of operation inputs to fields of this form. */
export async function mapResolutionFields<Reply>(work: Promise<Reply>): Promise<Reply> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Refusal) || error.fields === undefined) throw error;
    const { kind, fields } = error;
    const places = Object.keys(fields);
    if (places.some((place) => place.startsWith('proposed.') || place.startsWith('seen_now.')))
      throw new Refusal({ kind, text: texts.moved });
    const own = Object.entries(fields).map(([place, said]) => [
      /^values\.(\w+)/.exec(place)?.[1] ?? place,
      said,
    ]);
    const { text, details } = error;
    throw new Refusal({ kind, text, fields: Object.fromEntries(own), ...(details && { details }) });
  }
}
