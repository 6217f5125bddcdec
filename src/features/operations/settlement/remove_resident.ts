import { z } from 'zod';
import type { Text } from '../../../base/i18n/text.ts';
import { enumField, id as identifier, reference, text } from '../../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { refuseDecided } from '../../../domain/rules/earlier-decision.ts';
import { quoteUserText } from '../../../domain/rules/question-texts.ts';
import { decideEnding, type MembershipEnding, residencyStates } from '../../../domain/rules/residency.ts';
import { withdrawPlotCodes } from '../../../store/land/plot-codes.ts';
import { endRecordsOfResident } from '../../../store/land/recorded-people.ts';
import {
  endMembership,
  findResident,
  lockResident,
  type ResidentRow,
} from '../../../store/land/residents.ts';
import { recordDecision } from '../../../store/system/audit.ts';
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
  summary: 'End a claim or membership: as the board, or one’s own.',
  description: 'Their devices on the plot are disconnected.',
  destructive: true,
  asksFirst: true,
  input: z.object({
    settlement: reference.describe('Slug or id.'),
    resident: identifier.describe('The claim or membership, as in show_me. From list_residents.'),
    reason: text(1000).nullish().describe('Needed when it is about somebody else.'),
    seen_state: enumField(residencyStates)
      .nullish()
      .describe('The state you saw; refused when somebody has decided since.'),
  }),
  output: z.object({ data: decidedResident }),
  shortReply: shortResidentReply,
  async load({ settlement, resident, reason = null }, context, lock) {
    const { db, caller } = context;
    const { id, settlementRole } = await loadSettlement(settlement, context);
    const find = lock ? lockResident : findResident;
    const found = (await find(db, id, resident)) ?? refuse.notFound('resident');
    const isOwn = found.accountId === caller.accountId;
    if (!isOwn && !settlementRole.isEditor) refuse.notFound('resident');
    return {
      id,
      found,
      isEditor: settlementRole.isEditor,
      ending: decideEnding(found.state, isOwn, reason),
    };
  },
  permit({ found, isEditor, ending }, _caller, { seen_state }) {
    refuseStaleState(found, seen_state, isEditor);
    if (found.state === 'ended') refuseDecided('resident', toResidencyDecision(found, isEditor));
    if (typeof ending === 'object') refuse.invalid(ending.field, ending.text);
  },
  async question(input, _context, { found, ending }) {
    if (typeof ending === 'object') return null;
    return questionTexts[ending](
      quoteUserText(found.plotNumber),
      quoteUserText(found.name),
      quoteUserText(input.reason ?? ''),
    );
  },
  async write({ reason = null }, context, { id, found, ending }) {
    const { db, caller, now } = context;
    await endMembership(db, found, { reason, decidedBy: caller.accountId, now: now() });
    await endRecordsOfResident(db, found, now());
    if (ending === 'refused' || ending === 'ended') {
      // The removed person may know a code of the plot.
      await withdrawPlotCodes(db, [found.parcelId], now(), { invitations: true });
      await recordDecision(context, {
        action: 'remove_resident',
        subject: { type: 'resident', id: found.id },
        settlementId: id,
        before: { account: found.accountId, plot: found.plotNumber, role: found.role, state: found.state },
        after: { state: 'ended', reason },
      });
      await publishEvent(context, {
        type: 'residency_decided',
        accountId: found.accountId,
        settlementId: id,
        plotNumber: found.plotNumber,
        outcome: ending,
        reason,
      });
    }
    return { data: showDecidedResident((await findResident(db, id, found.id)) as ResidentRow, caller) };
  },
  show: showWritten,
});

const questionTexts: Record<MembershipEnding, (parcel: string, name: string, reason: string) => Text> = {
  refused: (parcel, name, reason) => ({
    en: `Refuse the claim of ${name} to plot ${parcel}? They will be told the reason: ${reason}.`,
    ru: `Отклонить заявку ${name} на участок ${parcel}? Человек увидит причину: ${reason}.`,
  }),
  ended: (parcel, name, reason) => ({
    en: `End the membership of ${name} on plot ${parcel}? Their devices there are disconnected, and they are told the reason: ${reason}.`,
    ru: `Исключить ${name} из жителей участка ${parcel}? Устройства человека на участке будут отключены, а причину он увидит: ${reason}.`,
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
