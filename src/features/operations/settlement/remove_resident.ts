import { z } from 'zod';
import type { Text } from '../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../base/site/paths.ts';
import { day, enumField, id as identifier, line, reference, text } from '../../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { secondNeeded } from '../../../domain/rules/board-motions.ts';
import { refuseDecided } from '../../../domain/rules/earlier-decision.ts';
import { quoteUserText } from '../../../domain/rules/question-texts.ts';
import { decideEnding, type MembershipEnding, residencyStates } from '../../../domain/rules/residency.ts';
import { endingKinds, maxSuccessorLength, mayEndResidency } from '../../../domain/rules/residency-ending.ts';
import {
  findResident,
  lockOwnership,
  lockResident,
  type ResidentRow,
} from '../../../store/land/residents.ts';
import { ownsParcel } from '../../loaders/memberships.ts';
import { readEnding } from '../../loaders/residency-ending.ts';
import { endsTogether, refuseAlone } from '../../loaders/second-member.ts';
import { loadSettlement } from '../../loaders/settlement.ts';
import { endResidency } from './residency-end.ts';
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
    const place = await loadSettlement(settlement, context);
    const { id, slug, settlementRole } = place;
    const find = lock ? lockResident : findResident;
    const found = (await find(db, id, resident)) ?? refuse.notFound('resident');
    const { isEditor } = settlementRole;
    const isOwn = found.accountId === caller.accountId;
    const owns = () =>
      lock ? lockOwnership(db, caller.accountId, found.parcelId) : ownsParcel(db, caller, found.parcelId);
    const isOwner = !isEditor && !isOwn && (await owns());
    const page = context.origin + fillPath(paths.endPerson, { settlement: slug, person: resident });
    const needed = (await endsTogether(context, place, found)) ? secondNeeded(page) : null;
    if (!mayEndResidency({ isEditor, isOwner, isOwn }, found)) refuse.notFound('resident');
    return {
      id,
      found,
      isEditor,
      needed,
      ending: decideEnding(found.state, isOwn, reason, reason_kind),
    };
  },
  permit({ found, isEditor, ending, needed }, _caller, { seen_state }) {
    refuseStaleState(found, seen_state, isEditor);
    if (found.state === 'ended') refuseDecided('resident', toResidencyDecision(found, isEditor));
    if (typeof ending === 'object') refuse.invalid(ending.field, ending.text);
    refuseAlone('resident', needed);
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
    if (typeof ending === 'object') return refuse.invalid(ending.field, ending.text);
    await endResidency(context, id, found, ending, input);
    const row = (await findResident(context.db, id, found.id)) as ResidentRow;
    return { data: showDecidedResident(row, context.caller, isEditor) };
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
