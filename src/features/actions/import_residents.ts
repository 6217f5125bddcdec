import { z } from 'zod';
import type { Text } from '../../base/i18n/text.ts';
import type { SignedInContext } from '../../domain/kernel/context.ts';
import { reference, text } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import type { PeopleList } from '../../domain/kernel/ports.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { mayManageRegister } from '../../domain/rules/residency.ts';
import { lockSettlement } from '../../store/land/boundaries.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { pageLimits } from '../land-import/formats/limits.ts';
import { UnreadableFile } from '../land-import/formats/unreadable-file.ts';
import { applyPeople, digestPlan, planPeople } from '../land-import/people-import.ts';
import { loadSettlement } from '../loaders/settlement.ts';

const tooBusy: Text = {
  en: 'Too many lists are being read just now. Try again in a few seconds.',
  ru: 'Сейчас читается слишком много списков. Попробуйте через несколько секунд.',
};

const noList: Text = {
  en: 'Choose a file or paste the table.',
  ru: 'Выберите файл или вставьте таблицу.',
};

export const import_residents = defineOperation({
  name: 'import_residents',
  summary:
    'Try the board’s list of people (CSV or .xlsx), then take in exactly what the trial showed, all of it or nothing. For the board.',
  scope: 'session',
  body: 'land',
  input: z.object({
    settlement: reference,
    /** The table as CSV; left out where `file` is given. */
    csv: text(1_500_000, 1).optional(),
    /** The bytes of a CSV or .xlsx file, in base64. */
    file: z
      .string()
      .max(Math.ceil((pageLimits.heldBytes + 3) / 3) * 4)
      .optional(),
    /** Digest of the dry run that was reviewed; left out: this is the dry run. */
    tried: text(100).optional(),
  }),
  async prepare({ csv, file }, context) {
    const given = file === undefined ? 'csv' : 'file';
    const table = file === undefined ? csv : Buffer.from(file, 'base64');
    return readListOrRefuse(table ?? refuse.invalid('csv', noList), given, context);
  },
  load: ({ settlement }, context) => requireManagedSettlement(settlement, context),
  async write({ tried }, context, settlementId, { csv, lines, unknownColumns }) {
    const { db, caller } = context;
    // Serializes concurrent imports: the second sees the result of the first.
    if (tried !== undefined) await lockSettlement(db, settlementId);
    const plan = await planPeople(db, settlementId, lines, context.now());
    const mark = await digestPlan(plan);
    if (tried === undefined || tried !== mark) return { csv, plan, mark, unknownColumns, applied: null };
    const confirmed = await applyPeople(context, settlementId, plan, caller.accountId);
    const listed = plan.people.length;
    await recordDecision(context, {
      action: 'import_residents',
      subject: { type: 'settlement', id: settlementId },
      settlementId,
      after: { listed, confirmed },
    });
    return { csv, plan, mark, unknownColumns, applied: { listed, confirmed } };
  },
});

async function requireManagedSettlement(
  settlement: string,
  { db, caller }: Pick<SignedInContext, 'db' | 'caller'>,
): Promise<string> {
  const found = await loadSettlement(settlement, { db, caller });
  permit(mayManageRegister(found.settlementRole.isEditor));
  return found.id;
}

async function readListOrRefuse(
  table: string | Uint8Array,
  field: 'csv' | 'file',
  context: SignedInContext,
): Promise<PeopleList> {
  try {
    return (await context.services.peopleLists.read(table, context)) ?? refuse.unavailable(tooBusy);
  } catch (error) {
    if (error instanceof UnreadableFile) refuse.invalid(field, error.text);
    throw error;
  }
}
