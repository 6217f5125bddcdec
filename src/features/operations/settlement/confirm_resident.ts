import { z } from 'zod';
import { enumField, id as identifier, reference, text } from '../../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import { refuseDecided } from '../../../domain/rules/earlier-decision.ts';
import { quoteUserText } from '../../../domain/rules/question-texts.ts';
import {
  decideConfirmation,
  mayConfirmResident,
  residencyStates,
  residentRoles,
} from '../../../domain/rules/residency.ts';
import {
  confirmMembership,
  findResident,
  lockOwnership,
  lockResident,
  type ResidentRow,
  setResidentRole,
} from '../../../store/land/residents.ts';
import { findLastChange, recordDecision } from '../../../store/system/audit.ts';
import { ownsParcel } from '../../loaders/memberships.ts';
import { loadSettlement } from '../../loaders/settlement.ts';
import { publishEvent } from '../../notify/publish-event.ts';
import { replacedByCall, showReplacedByCall } from '../shapes/replaced.ts';
import {
  decidedResident,
  refuseStaleState,
  shortResidentReply,
  showDecidedResident,
  toResidencyDecision,
} from './resident-shapes.ts';

export const confirm_resident = defineOperation({
  name: 'confirm_resident',
  tag: 'Settlement',
  route: 'POST /settlements/{settlement}/residents/{resident}/confirm',
  success: 201,
  scope: 'mcp:write',
  audiences: ['settlement'],
  summary:
    'Confirm a claim to a plot, or set the role of a confirmed resident. For the board; for owners of the plot, family and tenants.',
  description:
    'Takes an identifier from list_residents. The person is told and sees at once what residents see. Confirming again ' +
    'changes nothing, except the role when one is given.',
  idempotent: true,
  input: z.object({
    settlement: reference.describe('Slug or id.'),
    resident: identifier.describe('Identifier of the claim or membership, from list_residents.'),
    role: enumField(residentRoles).optional().describe('The role on the plot; as claimed when not said.'),
    note: text(1000).nullish().describe('For the person, told with the yes.'),
    seen_state: enumField(residencyStates).nullish().describe('The state you saw; refused if decided since.'),
  }),
  output: z.object({ data: decidedResident, replaced: replacedByCall }),
  shortReply: [...shortResidentReply, 'replaced'],
  head: ['settlement', 'resident'],
  async load({ settlement, resident }, context, lock) {
    const { db, caller } = context;
    const { id, settlementRole } = await loadSettlement(settlement, context);
    const { isEditor } = settlementRole;
    const found = await (lock ? lockResident : findResident)(db, id, resident);
    if (found === undefined) {
      // Only the board learns that there is none.
      permit(mayConfirmResident({ isEditor, isOwner: false }, undefined, undefined));
      return refuse.notFound('resident');
    }
    const isOwner = lock
      ? await lockOwnership(db, caller.accountId, found.parcelId)
      : await ownsParcel(db, caller, found.parcelId);
    return { id, found, isEditor, isOwner };
  },
  permit({ found, isEditor, isOwner }, _caller, input) {
    permit(mayConfirmResident({ isEditor, isOwner }, found, input?.role));
  },
  async question({ role }, _context, { found }) {
    if (decideConfirmation(found.state) !== 'confirm') return null;
    const [plot, kind] = [quoteUserText(found.plotNumber), role ?? found.role];
    return {
      en: `Confirm ${quoteUserText(found.name)} on plot ${plot} as ${kind}? They see at once what residents see, and are told.`,
      ru: `Подтвердить ${quoteUserText(found.name)} на участке ${plot} (${kind})? Человек сразу увидит то, что видят жители, и получит уведомление.`,
    };
  },
  writesIn: ({ id }) => id,
  async write({ role, note, seen_state }, context, { id, found, isEditor }) {
    const { db, caller, now } = context;
    refuseStaleState(found, seen_state, isEditor);
    const decision = decideConfirmation(found.state);
    if (typeof decision === 'object')
      refuseDecided('resident', toResidencyDecision(found, isEditor), decision);
    const told = note?.trim() || null;
    const about = {
      action: 'confirm_resident',
      subject: { type: 'resident', id: found.id },
      settlementId: id,
    } as const;
    let replaced = {};
    if (decision === 'set_role') {
      // The note goes with the yes, which was somebody else's or had another one.
      if (told !== null && (found.decidedBy !== caller.accountId || found.decisionNote !== told))
        refuseDecided('note', toResidencyDecision(found, isEditor));
      if (role !== undefined && role !== found.role) {
        const decided = await findLastChange(db, id, about.subject);
        replaced = showReplacedByCall({ role: found.role }, decided ?? { name: null, at: found.decidedAt });
        await setResidentRole(db, found.id, role);
        await recordDecision(context, { ...about, before: { role: found.role }, after: { role } });
      }
    } else {
      await confirmMembership(db, found.id, {
        role: role ?? found.role,
        decidedBy: caller.accountId,
        note: told,
        now: now(),
      });
      await recordDecision(context, {
        ...about,
        before: { account: found.accountId, plot: found.plotNumber, role: found.role, state: found.state },
        after: { role: role ?? found.role, state: 'confirmed' },
      });
      await publishEvent(context, {
        type: 'residency_decided',
        accountId: found.accountId,
        settlementId: id,
        plotNumber: found.plotNumber,
        outcome: 'confirmed',
        reason: told,
      });
    }
    const row = (await findResident(db, id, found.id)) as ResidentRow;
    return { data: showDecidedResident(row, caller, isEditor), ...replaced };
  },
  show: showWritten,
});
