import type { SignedInContext } from '../../domain/kernel/context.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { findMotion, type MotionRow } from '../../store/land/board-motions.ts';
import type { SettlementWithRole } from '../../store/land/settlements.ts';
import { loadSettlement } from '../loaders/settlement.ts';

export interface LoadedMotion {
  settlement: SettlementWithRole;
  motion: MotionRow;
}

export async function loadMotion(
  { settlement, motion }: { settlement: string; motion: string },
  context: Pick<SignedInContext, 'db' | 'caller'>,
): Promise<LoadedMotion> {
  const place = await loadSettlement(settlement, context);
  return {
    settlement: place,
    motion: (await findMotion(context.db, place.id, motion)) ?? refuse.notFound('motion'),
  };
}

/** Answered between reading and writing: by whom is known only now. */
export async function refuseAnsweredMeanwhile(
  { db }: Pick<SignedInContext, 'db'>,
  { settlement, motion }: LoadedMotion,
): Promise<never> {
  return refuseAnswered((await findMotion(db, settlement.id, motion.id)) ?? motion);
}

/** What makes somebody the one who may answer it, or not. */
export const describeAnswerer = ({ settlement, motion }: LoadedMotion, accountId: string) => ({
  isEditor: settlement.settlementRole.isEditor,
  isProposer: motion.proposedBy === accountId,
  isSubject: motion.subjectId === accountId,
});

/** Answered before, or ended with what it was about. */
export function refuseAnswered({ answer, answererName }: MotionRow): never {
  const by = answererName ?? '';
  const texts = {
    seconded: { en: `${by} has agreed to this already.`, ru: `С этим уже согласились: ${by}.` },
    refused: { en: `${by} has refused this already.`, ru: `В этом уже отказали: ${by}.` },
    withdrawn: {
      en: 'This was withdrawn by the person who proposed it.',
      ru: 'Это отозвал тот, кто предложил.',
    },
    outdated: {
      en: 'This is over: there is nothing left to decide.',
      ru: 'Решать больше нечего: это уже не нужно.',
    },
  };
  return refuse.invalid('motion', texts[answer ?? 'outdated']);
}
