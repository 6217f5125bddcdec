import { z } from 'zod';
import { reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { mayDrawBoundary } from '../../domain/rules/boundary.ts';
import { nameParcelReferences } from '../../domain/rules/parcel-removal.ts';
import { lockParcels, lockSettlement } from '../../store/land/boundaries.ts';
import { deleteParcel, listParcelReferences } from '../../store/land/parcel-references.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { listNamedParcels } from '../loaders/parcel-reference.ts';
import { loadSettlement } from '../loaders/settlement.ts';

export const remove_plot = defineOperation({
  name: 'remove_plot',
  summary: 'Remove a plot that nobody and nothing belongs to. For the board and moderators.',
  scope: 'session',
  input: z.object({ settlement: reference, parcel: reference }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit({ settlementRole }, caller) {
    permit(mayDrawBoundary(settlementRole, caller.isModerator));
  },
  async write({ parcel }, context, { id: settlementId }) {
    const { db } = context;
    await lockSettlement(db, settlementId);
    const [found = refuse.notFound('parcel')] = await listNamedParcels(db, settlementId, parcel);
    await lockParcels(db, [found.id]);
    const references = await listParcelReferences(db, [found.id], null, 20);
    if (references.length > 0) {
      const named = nameParcelReferences(references);
      refuse.invalid('parcel', {
        en: `Only an empty plot can be removed: ${named.en}.`,
        ru: `Удалить можно только пустой участок: ${named.ru}.`,
      });
    }
    await deleteParcel(db, found.id);
    await recordDecision(context, {
      action: 'remove_plot',
      subject: { type: 'parcel', id: found.id },
      settlementId,
      before: { number: found.number },
    });
    return { number: found.number };
  },
});
