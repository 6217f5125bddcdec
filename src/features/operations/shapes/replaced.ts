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
