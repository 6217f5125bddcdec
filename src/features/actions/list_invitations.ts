import { z } from 'zod';
import { enumField, id, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { type InvitationPlan, invitationPlans, invitationStates } from '../../domain/rules/invitations.ts';
import { countMembersWithoutRecord, listIssuedCodes } from '../../store/land/invitations.ts';
import { countReading } from '../../store/land/register-readings.ts';
import { planSettlementInvitations } from './invitees.ts';
import { requireRegisterReader } from './register-keeping.ts';

const pageSize = 50;

export const list_invitations = defineOperation({
  name: 'list_invitations',
  summary:
    'How many would be invited by letter and by a printed sheet, and the codes made so far with what became of them, never the codes themselves. For the board.',
  scope: 'session',
  input: z.object({
    settlement: reference,
    state: enumField(invitationStates).optional(),
    before: id.optional(),
  }),
  load: ({ settlement }, context) => requireRegisterReader(settlement, context),
  async show({ state, before }, context, settlementId) {
    const { db, now, services } = context;
    const [planned, members, rows] = await Promise.all([
      planSettlementInvitations(context, settlementId),
      countMembersWithoutRecord(db, settlementId),
      listIssuedCodes(db, settlementId, { state, before, limit: pageSize + 1 }, now()),
    ]);
    const codes = rows.slice(0, pageSize);
    await countReading(context, settlementId, codes.filter(({ personId }) => personId !== null).length);
    const counts = Object.fromEntries(invitationPlans.map((plan) => [plan, 0])) as Record<
      InvitationPlan,
      number
    >;
    for (const { plan } of planned) counts[plan] += 1;
    counts.account += members;
    return {
      counts,
      mail: services.installation.mail,
      codes,
      next: rows.length > pageSize ? (codes.at(-1)?.id ?? null) : null,
    };
  },
});
