import { z } from 'zod';
import { enumField, line, metres, name, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { refuseConflicts } from '../../domain/rules/edit-conflicts.ts';
import { settlementKinds, settlementStatuses } from '../../domain/rules/settlement.ts';
import { mayEditSettlement } from '../../domain/rules/settlement-role.ts';
import { timeZoneName } from '../../domain/rules/time-zone.ts';
import { lockSettlement } from '../../store/land/boundaries.ts';
import { findSettlementCard } from '../../store/land/settlement-card.ts';
import { updateSettlement } from '../../store/land/settlements.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { loadSettlement } from '../loaders/settlement.ts';

const fields = {
  name: name(200).trim().optional(),
  kind: enumField(settlementKinds).optional(),
  status: enumField(settlementStatuses).optional(),
  address: line(300).trim().optional(),
  time_zone: timeZoneName.optional(),
  dwelling_setback_m: metres(100).optional(),
  other_setback_m: metres(100).optional(),
};

/** The slug never changes: published URLs contain it. */
export const edit_settlement = defineOperation({
  name: 'edit_settlement',
  summary:
    'Change the name, kind, status, address, time zone or required setbacks of a settlement. For the board.',
  scope: 'session',
  input: z.object({
    settlement: reference,
    ...fields,
    /** The values the form showed: refused where they have changed since, with the current ones. */
    seen: z.object(fields).optional(),
  }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit({ settlementRole }) {
    permit(mayEditSettlement(settlementRole));
  },
  async write({ settlement: _, seen = {}, ...wanted }, context, { id: settlementId }) {
    const { db } = context;
    await lockSettlement(db, settlementId);
    const card = (await findSettlementCard(db, settlementId)) ?? refuse.notFound('settlement');
    const present = {
      name: card.name,
      kind: card.kind,
      status: card.status,
      address: card.address,
      time_zone: card.timeZone,
      dwelling_setback_m: card.dwellingSetbackM,
      other_setback_m: card.otherSetbackM,
    };
    refuseConflicts(wanted, seen, present);
    const names = Object.keys(present) as (keyof typeof present)[];
    const changed = names.filter((field) => wanted[field] !== undefined && wanted[field] !== present[field]);
    if (changed.length === 0) return;
    const pick = (from: Partial<Record<keyof typeof present, unknown>>) =>
      Object.fromEntries(changed.map((field) => [field, from[field]]));
    await updateSettlement(db, settlementId, pick(wanted));
    await recordDecision(context, {
      action: 'edit_settlement',
      subject: { type: 'settlement', id: settlementId },
      settlementId,
      before: pick(present),
      after: pick(wanted),
    });
  },
});
