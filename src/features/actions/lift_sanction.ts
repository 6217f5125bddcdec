import { z } from 'zod';
import { id, nonBlank } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { isStanding, maxReasonLength, mayLiftSanction } from '../../domain/rules/sanctions.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { loadSanction } from '../loaders/sanction.ts';
import { publishEvent } from '../notify/publish-event.ts';
import { endSanctionEarly } from './sanction-ending.ts';

export const lift_sanction = defineOperation({
  name: 'lift_sanction',
  summary:
    'Take a sanction back before its time, with a reason. For the board what it imposed, for moderators any.',
  scope: 'session',
  input: z.object({ sanction: id, reason: nonBlank(maxReasonLength).trim() }),
  load: loadSanction,
  permit: ({ sanction, ...who }) => permit(mayLiftSanction(sanction, who)),
  async write({ reason }, context, { sanction }) {
    if (!isStanding(sanction, context.now())) refuse.invalid('reason', ended);
    const count = await endSanctionEarly(context, sanction, reason);
    await recordDecision(context, {
      action: 'lift_sanction',
      subject: { type: 'sanction', id: sanction.id },
      settlementId: sanction.office === 'board' ? sanction.settlementId : null,
      after: { sanction: sanction.kind, reason },
    });
    await publishEvent(context, {
      type: 'sanction_lifted',
      sanctionId: sanction.id,
      accountId: sanction.accountId,
      reason,
    });
    return count;
  },
});

const ended = { en: 'It has ended already.', ru: 'Срок уже кончился или решение отменили.' };
