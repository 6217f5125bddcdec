import { z } from 'zod';
import { id } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { mayRemindOfClaim } from '../../domain/rules/residency.ts';
import { lockOwnClaim, markReminded } from '../../store/land/waiting-claims.ts';
import { publishEvent } from '../notify/publish-event.ts';

export const remind_of_claim = defineOperation({
  name: 'remind_of_claim',
  summary: 'Remind the board of a claim that waits, once. For who claims the plot.',
  scope: 'session',
  input: z.object({ resident: id }),
  async load({ resident }, { db, caller }) {
    return (await lockOwnClaim(db, caller.accountId, resident)) ?? refuse.notFound('resident');
  },
  async write(_, context, claim) {
    const allowed = mayRemindOfClaim(claim, context.now());
    if (allowed !== true) refuse.invalid('resident', allowed);
    await markReminded(context.db, claim.id, context.now());
    await publishEvent(context, {
      type: 'residency_reminded',
      settlementId: claim.settlementId,
      membershipId: claim.id,
      plotNumber: claim.plotNumber,
      accountId: context.caller.accountId,
    });
  },
});
