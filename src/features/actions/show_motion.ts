import { z } from 'zod';
import { id, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { mayAnswerMotion, mayWithdrawMotion } from '../../domain/rules/board-motions.ts';
import { mayReadAsBoard } from '../../domain/rules/settlement-role.ts';
import { findOpenContent } from '../../store/land/board-motions.ts';
import { describeAnswerer, loadMotion } from './motion-access.ts';

export const show_motion = defineOperation({
  name: 'show_motion',
  summary: 'What one member of the board proposed and another decides on. For the board and its auditors.',
  scope: 'session',
  input: z.object({ settlement: reference, motion: id }),
  load: (at, context) => loadMotion(at, context),
  permit: ({ settlement }) => permit(mayReadAsBoard(settlement.settlementRole)),
  async show(_, { db, caller, now }, loaded) {
    const { motion } = loaded;
    const isOpen = motion.answer === null && motion.expiresAt > now();
    const answerer = describeAnswerer(loaded, caller.accountId);
    const open = isOpen && motion.kind === 'boundary' ? await findOpenContent(db, motion.id) : undefined;
    const mayAnswer = mayAnswerMotion(answerer);
    return {
      ...motion,
      isOpen,
      mayAnswer: mayAnswer === true,
      /** Why the caller does not decide about it. */
      whyNot: mayAnswer === true ? null : mayAnswer,
      mayWithdraw: mayWithdrawMotion(answerer) === true,
      ring: (open?.content.ring as { latitude: number; longitude: number }[] | undefined) ?? null,
    };
  },
});
