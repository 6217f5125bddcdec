import { z } from 'zod';
import { enumField, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { plotKinds } from '../../domain/rules/plot-kinds.ts';
import { mayEditSettlement } from '../../domain/rules/settlement-role.ts';
import { setParcelKind } from '../../store/land/parcels.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { listNamedParcels } from '../loaders/parcel-reference.ts';
import { loadSettlement } from '../loaders/settlement.ts';

export const set_plot_kind = defineOperation({
  name: 'set_plot_kind',
  summary: 'Say what a plot is for: only dwellings count as households and get letters. For the board.',
  scope: 'session',
  input: z.object({ settlement: reference, parcel: reference, kind: enumField(plotKinds) }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit: ({ settlementRole }) => permit(mayEditSettlement(settlementRole)),
  async write({ parcel, kind }, context, { id: settlementId }) {
    const { db, now } = context;
    const [found = refuse.notFound('parcel')] = await listNamedParcels(db, settlementId, parcel);
    const before = await setParcelKind(db, found.id, kind, now());
    if (before !== kind)
      await recordDecision(context, {
        action: 'set_plot_kind',
        subject: { type: 'parcel', id: found.id },
        settlementId,
        before: { kind: before },
        after: { kind },
      });
    return { number: found.number, kind };
  },
});
