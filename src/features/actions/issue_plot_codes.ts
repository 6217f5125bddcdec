import { z } from 'zod';
import { flag, id, integer, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { mayManageRegister, plotCodeDays } from '../../domain/rules/residency.ts';
import {
  countUnusedCodes,
  insertPlotCodes,
  lockParcelsForCodes,
  withdrawPlotCodes,
} from '../../store/land/plot-codes.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { loadSettlement } from '../loaders/settlement.ts';

const maxParcels = 10_000;
const codesPerStatement = 500;
const day = 86_400_000;

export const issue_plot_codes = defineOperation({
  name: 'issue_plot_codes',
  summary:
    'Make codes to print for one plot or for all; earlier ones that nobody used stop working. For the board.',
  scope: 'session',
  input: z.object({
    settlement: reference,
    parcel: id.optional(),
    /** For each plot: a household may need more than one. */
    count: integer(1, 5).default(1),
    /** Codes that were made before and nobody used stop working: this has to be said. */
    replace: flag.default(false),
  }),
  async load({ settlement }, { db, caller }) {
    const { id: settlementId, settlementRole } = await loadSettlement(settlement, { db, caller });
    permit(mayManageRegister(settlementRole.isEditor));
    return settlementId;
  },
  async write({ parcel: asked, count, replace }, context, settlementId) {
    const { db, caller, services, now, newId } = context;
    const parcels = await lockParcelsForCodes(db, settlementId, asked, maxParcels + 1);
    if (parcels.length === 0) refuse.notFound('parcel');
    if (parcels.length > maxParcels) refuse.invalid('parcel', tooMany);
    const parcelIds = parcels.map((parcel) => parcel.id);
    const unused = await countUnusedCodes(db, parcelIds, now());
    if (unused > 0 && !replace) refuse.invalid('replace', stillGood(unused));
    await withdrawPlotCodes(db, parcelIds, now(), { invitations: false });
    const expiresAt = new Date(now().getTime() + plotCodeDays * day);
    const wanted = parcels.flatMap((parcel) => Array.from({ length: count }, () => parcel));
    const codes: { parcel: string; number: string; hasOwner: boolean; code: string }[] = [];
    // The event loop is free while a batch is stored: ten thousand at once would hold it for 150 ms.
    while (codes.length < wanted.length) {
      const batch = wanted
        .slice(codes.length, codes.length + codesPerStatement)
        .map((parcel) => ({ parcel, id: newId(), ...services.plotCodes.create() }));
      await insertPlotCodes(
        db,
        batch.map(({ id: codeId, parcel, hash }) => ({ id: codeId, parcelId: parcel.id, hash, role: null })),
        { by: caller.accountId, at: now(), expiresAt },
      );
      for (const { parcel, code } of batch)
        codes.push({ parcel: parcel.id, number: parcel.number, hasOwner: parcel.hasOwner, code });
    }
    await recordDecision(context, {
      action: 'issue_plot_codes',
      subject: asked === undefined ? { type: 'settlement', id: settlementId } : { type: 'parcel', id: asked },
      settlementId,
      after: { plots: parcels.length, codes: codes.length },
    });
    return { expiresAt, codes };
  },
});

const stillGood = (count: number) => ({
  en: `Codes that nobody has used yet: ${count}. They would stop working, also those already handed out.`,
  ru: `Ещё не использовано кодов: ${count}. Все они перестанут работать, и те, что уже раздали.`,
});
const tooMany = {
  en: 'There are too many plots here to make codes for all at once: name one.',
  ru: 'Участков слишком много, чтобы выпустить коды сразу для всех: укажите один.',
};
