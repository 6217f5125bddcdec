import { z } from 'zod';
import { named, parcelReference, reference, text } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { refuse } from '../../kernel/refusal.ts';
import { announce } from '../../notify/announce.ts';
import { decideClaim, residentRoles } from '../../rules/residency.ts';
import { findListedResident } from '../../store/land/resident-list.ts';
import {
  confirmMembership,
  findStandingResident,
  insertClaim,
  lockClaimant,
  lockPlot,
  type ResidentRow,
} from '../../store/land/residents.ts';
import { findSettlement } from '../../store/land/settlements.ts';
import { requireNamedPlot } from '../parcel/named-plot.ts';
import { residentEntry, showResident } from './resident-shapes.ts';

export const request_residency = defineOperation({
  name: 'request_residency',
  tag: 'Settlement',
  route: 'POST /settlements/{settlement}/residents',
  success: 201,
  scope: 'mcp:write',
  audiences: ['resident'],
  summary: 'Say that one belongs to a plot; the board confirms it or refuses it with a reason.',
  description:
    'Confirmed at once when the board’s own list names the account’s address for that plot; otherwise claimed until the board decides, and a notification tells how.',
  idempotent: true,
  input: z.object({
    settlement: reference.describe('Identifier or slug.'),
    parcel: parcelReference,
    role: named(residentRoles).optional().describe('Default owner.'),
    note: text(1000).optional().describe('For the board: how it can check.'),
  }),
  output: z.object({ data: residentEntry }),
  async handle({ settlement, parcel, role = 'owner', note = '' }, context) {
    const { db, caller, now, newId } = context;
    const { accountId } = caller;
    const { id } = (await findSettlement(db, settlement, caller)) ?? refuse.notFound('settlement');
    const { confirmedEmailKey, waiting } = await lockClaimant(db, accountId);
    const named = await requireNamedPlot(db, id, parcel, 'parcel');
    const plot = (await lockPlot(db, id, named.id)) ?? refuse.notFound('parcel');
    const standing = await findStandingResident(db, id, accountId, plot.id);
    const decision = decideClaim(standing?.state, waiting);
    if (typeof decision === 'object') refuse.invalid('parcel', decision);
    if (decision === 'standing') return { data: showResident(standing as ResidentRow) };

    const claim = newId();
    await insertClaim(db, { id: claim, accountId, parcelId: plot.id, role, note, now: now() });
    const listed =
      confirmedEmailKey === null
        ? undefined
        : await findListedResident(db, id, plot.numberKey, confirmedEmailKey);
    const about = { settlementId: id, plotNumber: plot.number, accountId };
    if (listed === undefined) {
      await announce(context, { type: 'residency_waiting', membershipId: claim, ...about });
    } else {
      await confirmMembership(db, claim, { role: listed.role, decidedBy: null, now: now() });
      await announce(context, { type: 'residency_decided', outcome: 'confirmed', reason: null, ...about });
    }
    return { data: showResident((await findStandingResident(db, id, accountId, plot.id)) as ResidentRow) };
  },
});
