import { z } from 'zod';
import { reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { mayRemindOfClaim } from '../../domain/rules/residency.ts';
import { shortenName } from '../../domain/rules/short-name.ts';
import { listBoard } from '../../store/land/boards.ts';
import { findUsualDecisionHours, listOwnClaims } from '../../store/land/waiting-claims.ts';
import { loadSettlement } from '../loaders/settlement.ts';

export const list_waiting_claims = defineOperation({
  name: 'list_waiting_claims',
  summary:
    'The caller’s claims in a settlement that wait: who decides, how long it usually takes, whether to remind.',
  scope: 'session',
  input: z.object({ settlement: reference }),
  async load({ settlement }, { db, caller }) {
    return await loadSettlement(settlement, { db, caller });
  },
  async show(_, { db, caller, now }, { id }) {
    const claims = await listOwnClaims(db, caller.accountId, id);
    if (claims.length === 0) return null;
    const [board, usualHours] = await Promise.all([
      listBoard(db, id).then((seats) => seats.filter(({ role }) => role === 'editor')),
      findUsualDecisionHours(db, id, now()),
    ]);
    return {
      claims: claims.map((claim) => ({
        id: claim.id,
        plotNumber: claim.plotNumber,
        since: claim.createdAt.toISOString(),
        isReminded: claim.remindedAt !== null,
        mayRemind: mayRemindOfClaim(claim, now()) === true,
      })),
      /** First names with an initial, as neighbours see them. */
      board: board.slice(0, 5).map(({ name }) => shortenName(name)),
      usualDays: usualHours === undefined ? null : Math.max(1, Math.ceil(usualHours / 24)),
    };
  },
});
