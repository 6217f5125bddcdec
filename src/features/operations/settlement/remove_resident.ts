import { z } from 'zod';
import type { Text } from '../../../base/i18n/text.ts';
import { day, enumField, id as identifier, line, reference, text } from '../../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { refuseDecided } from '../../../domain/rules/earlier-decision.ts';
import { quoteUserText } from '../../../domain/rules/question-texts.ts';
import { decideEnding, type MembershipEnding, residencyStates } from '../../../domain/rules/residency.ts';
import { endingKinds, maxSuccessorLength, mayEndResidency } from '../../../domain/rules/residency-ending.ts';
import { withdrawPlotCodes } from '../../../store/land/plot-codes.ts';
import { endRecordsOfResident } from '../../../store/land/recorded-people.ts';
import { insertEnding } from '../../../store/land/residency-endings.ts';
import {
  endMembership,
  findResident,
  lockOwnership,
  lockResident,
  type ResidentRow,
} from '../../../store/land/residents.ts';
import { recordDecision } from '../../../store/system/audit.ts';
import { ownsParcel } from '../../loaders/memberships.ts';
import { readEnding } from '../../loaders/residency-ending.ts';
import { loadSettlement } from '../../loaders/settlement.ts';
import { publishEvent } from '../../notify/publish-event.ts';
import {
  decidedResident,
  refuseStaleState,
  shortResidentReply,
  showDecidedResident,
  toResidencyDecision,
} from './resident-shapes.ts';

export const remove_resident = defineOperation({
  name: 'remove_resident',
  tag: 'Settlement',
  route: 'DELETE /settlements/{settlement}/residents/{resident}',
  success: 200,
  scope: 'mcp:write',
  audiences: ['resident', 'settlement'],
  summary: 'End a claim or membership: as the board, one’s own, or of family and tenants on one’s plot.',
  description: 'Their devices there are disconnected.',
  destructive: true,
  asksFirst: true,
  input: z.object({
    settlement: reference.describe('Slug or id.'),
    resident: identifier.describe('The claim or membership, as in show_me. From list_residents.'),
    reason: text(1000).nullish().describe('Needed of somebody else without `reason_kind`.'),
    reason_kind: enumField(endingKinds).nullish().describe('died: no letters any more.'),
    on: day.nullish().describe('The day; today if left out.'),
    successor: line(maxSuccessorLength).nullish().describe('Name of who is next.'),
    seen_state: enumField(residencyStates).nullish().describe('The state you saw; refused if decided since.'),
  }),
  output: z.object({ data: decidedResident }),
  shortReply: shortResidentReply,
  async load({ settlement, resident, reason = null, reason_kind = null }, context, lock) {
    const { db, caller } = context;
    const { id, settlementRole } = await loadSettlement(settlement, context);
    const find = lock ? lockResident : findResident;
    const found = (await find(db, id, resident)) ?? refuse.notFound('resident');
    const { isEditor } = settlementRole;
    const isOwn = found.accountId === caller.accountId;
    const owns = () =>
      lock ? lockOwnership(db, caller.accountId, found.parcelId) : ownsParcel(db, caller, found.parcelId);
    const isOwner = !isEditor && !isOwn && (await owns());
    if (!mayEndResidency({ isEditor, isOwner, isOwn }, found)) refuse.notFound('resident');
    return { id, found, isEditor, ending: decideEnding(found.state, isOwn, reason, reason_kind) };
  },
  permit({ found, isEditor, ending }, _caller, { seen_state }) {
    refuseStaleState(found, seen_state, isEditor);
    if (found.state === 'ended') refuseDecided('resident', toResidencyDecision(found, isEditor));
    if (typeof ending === 'object') refuse.invalid(ending.field, ending.text);
  },
  async question(input, context, { id, found, ending }) {
    if (typeof ending === 'object') return null;
    await readEnding(input, context, { settlementId: id, parcelId: found.parcelId });
    return questionTexts[ending](
      quoteUserText(found.plotNumber),
      quoteUserText(found.name),
      quoteUserText(input.reason ?? input.reason_kind ?? ''),
    );
  },
  writesIn: ({ id, ending }) => (ending === 'withdrawn' || ending === 'left' ? 'nowhere' : id),
  async write(input, context, { id, found, isEditor, ending }) {
    const { db, caller, now, newId } = context;
    const { accountId: decidedBy } = caller;
    const { parcelId, plotNumber } = found;
    const said = await readEnding(input, context, { settlementId: id, parcelId });
    const connections = await endMembership(db, found, { reason: said.reason, decidedBy, now: now() });
    const records = await endRecordsOfResident(db, found, said.on, now());
    if (found.state === 'confirmed') {
      await insertEnding(db, {
        ...said,
        ...{ id: newId(), settlementId: id, parcelId, membershipId: found.id, role: found.role },
        ...{ endedBy: decidedBy, confirmedBy: found.decidedBy, wasPrimary: found.isPrimary },
        ...{ connections, records, now: now() },
      });
    }
    if (ending === 'refused' || ending === 'ended') {
      // The removed person may know a code of the plot.
      await withdrawPlotCodes(db, [parcelId], now(), { invitations: true });
      await recordDecision(context, {
        action: 'remove_resident',
        subject: { type: 'resident', id: found.id },
        settlementId: id,
        before: { account: found.accountId, plot: plotNumber, role: found.role, state: found.state },
        after: {
          state: 'ended',
          reason: said.reason,
          ...(ending === 'ended' && { kind: said.kind, on: said.on }),
        },
      });
      // A letter about their own death would reach the family.
      if (said.kind !== 'died')
        await publishEvent(context, {
          type: 'residency_decided',
          accountId: found.accountId,
          settlementId: id,
          plotNumber,
          outcome: ending,
          reason: said.reason,
          ended: ending === 'ended' ? { kind: said.kind, on: said.on } : null,
        });
    }
    const row = (await findResident(db, id, found.id)) as ResidentRow;
    return { data: showDecidedResident(row, caller, isEditor) };
  },
  show: showWritten,
});

const questionTexts: Record<MembershipEnding, (parcel: string, name: string, reason: string) => Text> = {
  refused: (parcel, name, reason) => ({
    en: `Refuse the claim of ${name} to plot ${parcel}? They will be told the reason: ${reason}.`,
    ru: `Отклонить заявку ${name} на участок ${parcel}? Человек увидит причину: ${reason}.`,
  }),
  ended: (parcel, name, reason) => ({
    en: `End the membership of ${name} on plot ${parcel}? Their devices there are disconnected. Reason: ${reason}. It can be taken back on the site for seven days.`,
    ru: `Исключить ${name} из жителей участка ${parcel}? Устройства человека на участке будут отключены. Причина: ${reason}. Вернуть можно на сайте в течение семи дней.`,
  }),
  withdrawn: (parcel) => ({
    en: `Take back your claim to plot ${parcel}?`,
    ru: `Отозвать вашу заявку на участок ${parcel}?`,
  }),
  left: (parcel) => ({
    en: `Leave plot ${parcel}? Your devices there are disconnected, and only the board or an owner can take you in again.`,
    ru: `Выйти из жителей участка ${parcel}? Ваши устройства на нём будут отключены, а принять вас снова сможет только правление или собственник.`,
  }),
};
