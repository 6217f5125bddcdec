import { z } from 'zod';
import { id, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { mayAnswerMotion } from '../../domain/rules/board-motions.ts';
import { answerMotion } from '../../store/land/board-motions.ts';
import { findPersonName, lockBoard } from '../../store/land/boards.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { publishEvent } from '../notify/publish-event.ts';
import { boardReason } from './board-change.ts';
import { describeAnswerer, loadMotion, refuseAnswered, refuseAnsweredMeanwhile } from './motion-access.ts';

export const refuse_motion = defineOperation({
  name: 'refuse_motion',
  summary: 'Refuse, with a reason, what another member of the board proposed. For the board.',
  scope: 'session',
  input: z.object({ settlement: reference, motion: id, reason: boardReason }),
  load: (at, context) => loadMotion(at, context),
  permit(loaded, { accountId }) {
    permit(mayAnswerMotion(describeAnswerer(loaded, accountId)));
    if (loaded.motion.answer !== null) refuseAnswered(loaded.motion);
  },
  async write({ reason }, context, loaded) {
    const { db, caller, now } = context;
    const { settlement, motion } = loaded;
    const board = await lockBoard(db, settlement.id);
    const isEditor = board.includes(caller.accountId);
    permit(mayAnswerMotion({ ...describeAnswerer(loaded, caller.accountId), isEditor }));
    const given = { answer: 'refused', by: caller.accountId, at: now(), reason } as const;
    if (!(await answerMotion(db, motion.id, given))) return refuseAnsweredMeanwhile(context, loaded);
    await recordDecision(context, {
      action: 'refuse_motion',
      subject: { type: 'settlement', id: settlement.id },
      settlementId: settlement.id,
      after: { motion: motion.kind, reason },
    });
    const by = (await findPersonName(db, caller.accountId)) ?? refuse.notFound('session');
    await publishEvent(context, {
      type: 'motion_answered',
      ...{ settlementId: settlement.id, motionId: motion.id, answer: 'refused' },
      ...{ accountId: motion.proposedBy, by, reason },
    });
  },
});
