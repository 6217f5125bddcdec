import { z } from 'zod';
import type { Db } from '../../../base/db/connect.ts';
import { stateDefault } from '../../../domain/kernel/argument-metadata.ts';
import {
  flag,
  formatTimestamp,
  outText,
  outTimestamp,
  outValue,
  outWord,
} from '../../../domain/kernel/fields.ts';
import type { FieldValues } from '../../../domain/rules/edit-conflicts.ts';
import { shortenName } from '../../../domain/rules/short-name.ts';
import { listReplacedValues, type ReplacedSubject } from '../../../store/system/replaced-values.ts';

const maxReplaced = 20;

export const replacedField = stateDefault(false, flag.optional().describe('True: also what was replaced.'));

export const replacedReply = z
  .array(
    z.object({
      replaced_at: outTimestamp,
      replaced_by: outText.nullable().describe('Who replaced it; null: no longer known.'),
      fields: z.record(outWord, outValue).describe('The fields as they stood before.'),
    }),
  )
  .optional()
  .describe('When asked for: newest first, at most 20.');

/** In the reply of a write: whose values it replaced unseen. One shape for all of them. */
export const replacedByCall = z
  .object({
    by: outText.nullable().describe('Who had written them; null: you alone can, or no longer known.'),
    at: outTimestamp.nullable().describe('When; null: no longer known.'),
    fields: z.record(outWord, outValue).describe('The values that stood there.'),
  })
  .optional()
  .describe('What this call replaced without naming it as seen; absent: nothing.');

export function showReplacedByCall(
  fields: FieldValues | null,
  writer: { readonly name: string | null; readonly at: Date | null } | undefined,
): { replaced?: z.input<typeof replacedByCall> } {
  if (fields === null) return {};
  const { name = null, at = null } = writer ?? {};
  return { replaced: { by: name === null ? null : shortenName(name), at: formatTimestamp(at), fields } };
}

export async function showReplaced(
  db: Db,
  subject: { type: ReplacedSubject; id: string },
): Promise<z.input<typeof replacedReply>> {
  const rows = await listReplacedValues(db, subject, maxReplaced);
  return rows.map(({ replacedAt, name, fields }) => ({
    replaced_at: formatTimestamp(replacedAt),
    replaced_by: name === null ? null : shortenName(name),
    fields,
  }));
}
