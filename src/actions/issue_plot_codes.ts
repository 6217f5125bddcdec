import { z } from 'zod';
import { id, integer, reference } from '../kernel/fields.ts';
import { permit, refuse } from '../kernel/refusal.ts';
import { codeDays, mayKeepRegister } from '../rules/residency.ts';
import { insertPlotCodes, lockCodedPlots, withdrawPlotCodes } from '../store/land/plot-codes.ts';
import { findSettlement } from '../store/land/settlements.ts';
import { recordDecision } from '../store/system/audit.ts';
import { defineAction } from './define-action.ts';

const mostPlots = 10_000;
const day = 86_400_000;

export const issue_plot_codes = defineAction({
  name: 'issue_plot_codes',
  summary:
    'Make codes to print for one plot or for all; earlier ones that nobody used stop working. For the board.',
  input: z.object({
    settlement: reference,
    parcel: id.optional(),
    /** For each plot: a household may need more than one. */
    count: integer(1, 5).default(1),
  }),
  async permit({ settlement }, { db, caller }) {
    const { id: settlementId, settlementRole } =
      (await findSettlement(db, settlement, caller)) ?? refuse.notFound('settlement');
    permit(mayKeepRegister(settlementRole.isEditor));
    return settlementId;
  },
  async handle({ parcel, count }, context, settlementId) {
    const { db, caller, services, now, newId } = context;
    const plots = await lockCodedPlots(db, settlementId, parcel, mostPlots + 1);
    if (plots.length === 0) refuse.notFound('parcel');
    if (plots.length > mostPlots) refuse.invalid('parcel', tooMany);
    const parcelIds = plots.map((plot) => plot.id);
    await withdrawPlotCodes(db, parcelIds, now(), { invitations: false });
    const made = plots.flatMap((plot) =>
      Array.from({ length: count }, () => ({ plot, id: newId(), ...services.plotCodes.create() })),
    );
    const expiresAt = new Date(now().getTime() + codeDays * day);
    await insertPlotCodes(
      db,
      made.map((one) => ({ id: one.id, parcelId: one.plot.id, hash: one.hash, role: null, emailKey: null })),
      { by: caller.accountId, at: now(), expiresAt },
    );
    await recordDecision(context, {
      action: 'issue_plot_codes',
      subject:
        parcel === undefined ? { type: 'settlement', id: settlementId } : { type: 'parcel', id: parcel },
      settlementId,
      after: { plots: plots.length, codes: made.length },
    });
    return {
      expiresAt,
      codes: made.map(({ plot, code }) => ({ parcel: plot.id, number: plot.number, code })),
    };
  },
});

const tooMany = {
  en: 'There are too many plots here to make codes for all at once: name one.',
  ru: 'Участков слишком много, чтобы выпустить коды сразу для всех: укажите один.',
};
