import { z } from 'zod';
import { id, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { mayWithdrawMotion } from '../../domain/rules/board-motions.ts';
import { answerMotion } from '../../store/land/board-motions.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { describeAnswerer, loadMotion, refuseAnswered, refuseAnsweredMeanwhile } from './motion-access.ts';

export const withdraw_motion = defineOperation({
  name: 'withdraw_motion',
  summary: 'Take back what one proposed oneself, before a second member of the board has answered.',
  scope: 'session',
  input: z.object({ settlement: reference, motion: id }),
  load: (at, context) => loadMotion(at, context),
  permit(loaded, { accountId }) {
    permit(mayWithdrawMotion(describeAnswerer(loaded, accountId)));
    if (loaded.motion.answer !== null) refuseAnswered(loaded.motion);
  },
  async write(_, context, loaded) {
    const { db, caller, now } = context;
    const { settlement, motion } = loaded;
    const given = { answer: 'withdrawn', by: caller.accountId, at: now() } as const;
    if (!(await answerMotion(db, motion.id, given))) return refuseAnsweredMeanwhile(context, loaded);
    await recordDecision(context, {
      action: 'withdraw_motion',
      subject: { type: 'settlement', id: settlement.id },
      settlementId: settlement.id,
      after: { motion: motion.kind },
    });
  },
});
