import { z } from 'zod';
import { id, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { mayAnswerMotion } from '../../domain/rules/board-motions.ts';
import { answerMotion, findOpenContent, lockOpenMotion } from '../../store/land/board-motions.ts';
import { findPersonName, lockBoard } from '../../store/land/boards.ts';
import { lockResident } from '../../store/land/residents.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { publishEvent } from '../notify/publish-event.ts';
import { describeAnswerer, loadMotion, refuseAnswered, refuseAnsweredMeanwhile } from './motion-access.ts';
import { applyMotion, shapeProposedBoundary } from './motion-application.ts';

export const second_motion = defineOperation({
  name: 'second_motion',
  summary:
    'Agree, as another member of the board, to what one proposed: exactly that is done. For the board.',
  scope: 'session',
  input: z.object({ settlement: reference, motion: id }),
  load: (at, context) => loadMotion(at, context),
  permit(loaded, { accountId }) {
    permit(mayAnswerMotion(describeAnswerer(loaded, accountId)));
    if (loaded.motion.answer !== null) refuseAnswered(loaded.motion);
  },
  async prepare({ motion }, context, loaded) {
    const open = loaded.motion.kind === 'boundary' ? await findOpenContent(context.db, motion) : undefined;
    return open ? shapeProposedBoundary(context, loaded.settlement.id, open) : null;
  },
  async write(_, context, loaded, shaped) {
    const { db, caller, now } = context;
    const { settlement, motion } = loaded;
    // Locked before the motion, as by who leaves meanwhile.
    if (motion.membershipId) await lockResident(db, settlement.id, motion.membershipId);
    const board = await lockBoard(db, settlement.id);
    const isEditor = board.includes(caller.accountId);
    permit(mayAnswerMotion({ ...describeAnswerer(loaded, caller.accountId), isEditor }));
    const open = await lockOpenMotion(db, motion.id);
    const given = { answer: 'seconded', by: caller.accountId, at: now() } as const;
    if (open === undefined || !(await answerMotion(db, motion.id, given)))
      return refuseAnsweredMeanwhile(context, loaded);
    await applyMotion(context, { settlement, motion, open, board, shaped });
    await recordDecision(context, {
      action: 'second_motion',
      subject: { type: 'settlement', id: settlement.id },
      settlementId: settlement.id,
      after: { motion: motion.kind, proposed_by: motion.proposedBy },
    });
    const by = await findPersonName(db, caller.accountId);
    await publishEvent(context, {
      type: 'motion_answered',
      ...{ settlementId: settlement.id, motionId: motion.id, answer: 'seconded' },
      ...{ accountId: motion.proposedBy, by: by ?? { id: caller.accountId, name: '' }, reason: null },
    });
    return { kind: motion.kind, import: motion.landImportId };
  },
});
