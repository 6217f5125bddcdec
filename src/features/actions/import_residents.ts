import { hash } from 'node:crypto';
import { z } from 'zod';
import type { Text } from '../../base/i18n/text.ts';
import { defineAction } from '../../domain/kernel/action.ts';
import type { Context } from '../../domain/kernel/context.ts';
import { reference, text } from '../../domain/kernel/fields.ts';
import type { ResidentListLine } from '../../domain/kernel/ports.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { mayManageRegister } from '../../domain/rules/residency.ts';
import { lockSettlement } from '../../store/land/boundaries.ts';
import { findSettlement } from '../../store/land/settlements.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { UnreadableFile } from '../land-import/formats/unreadable-file.ts';
import { applyResidents, planResidents } from '../land-import/resident-import.ts';

const tooBusy: Text = {
  en: 'Too many lists are being read just now. Try again in a few seconds.',
  ru: 'Сейчас читается слишком много списков. Попробуйте через несколько секунд.',
};

export const import_residents = defineAction({
  name: 'import_residents',
  summary:
    'Try the board’s list of residents (CSV), then take in exactly what the trial showed, all of it or nothing. For the board.',
  input: z.object({
    settlement: reference,
    csv: text(1_500_000, 1),
    /** Digest of the dry run that was reviewed; left out: this is the dry run. */
    tried: text(100).optional(),
  }),
  async prepare({ settlement, csv }, context) {
    await requireManagedSettlement(settlement, context);
    return parseListOrRefuse(csv, context);
  },
  permit: ({ settlement }, context) => requireManagedSettlement(settlement, context),
  async handle({ tried }, context, settlementId, lines) {
    const { db, caller } = context;
    // Serializes concurrent imports: the second sees the result of the first.
    if (tried !== undefined) await lockSettlement(db, settlementId);
    const plan = await planResidents(db, settlementId, lines);
    const mark = hash('sha256', JSON.stringify(plan), 'base64url');
    if (tried === undefined || tried !== mark) return { plan, mark, applied: null };
    const confirmed = await applyResidents(context, settlementId, plan, caller.accountId);
    const listed = plan.entries.length;
    await recordDecision(context, {
      action: 'import_residents',
      subject: { type: 'settlement', id: settlementId },
      settlementId,
      after: { listed, confirmed },
    });
    return { plan, mark, applied: { listed, confirmed } };
  },
});

async function requireManagedSettlement(
  settlement: string,
  { db, caller }: Pick<Context<'mcp:write'>, 'db' | 'caller'>,
): Promise<string> {
  const found = (await findSettlement(db, settlement, caller)) ?? refuse.notFound('settlement');
  permit(mayManageRegister(found.settlementRole.isEditor));
  return found.id;
}

async function parseListOrRefuse(csv: string, context: Context<'mcp:write'>): Promise<ResidentListLine[]> {
  try {
    return (await context.services.residentLists.read(csv, context)) ?? refuse.unavailable(tooBusy);
  } catch (error) {
    if (error instanceof UnreadableFile) refuse.invalid('csv', error.text);
    throw error;
  }
}
