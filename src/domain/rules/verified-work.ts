import type { TaskAddressee, TaskStatus } from './task-states.ts';

/** On whose behalf a task is marked as done. */
export type DoneSide = 'doer' | 'author' | 'board';

/** When each side marked the task as done; null: not yet. Reopening clears all. */
export interface DoneMarks {
  doneByDoerAt: Date | null;
  doneByAuthorAt: Date | null;
  doneByBoardAt: Date | null;
}

export const noDoneMarks: DoneMarks = { doneByDoerAt: null, doneByAuthorAt: null, doneByBoardAt: null };

const markFields = { doer: 'doneByDoerAt', author: 'doneByAuthorAt', board: 'doneByBoardAt' } as const;

/**
 * The sides a user represents. Nobody represents both: an author who also represents the company counts for neither,
 * and company and board are represented only by others than the author.
 */
export function findDoneSides(
  task: { addressee: TaskAddressee; authorId: string },
  who: { accountId: string; isEditor: boolean; isRepresentative: boolean },
): DoneSide[] {
  const speaksForCompany = task.addressee === 'company' && who.isRepresentative;
  if (task.authorId === who.accountId) return speaksForCompany ? [] : ['author'];
  return [...(speaksForCompany ? (['doer'] as const) : []), ...(who.isEditor ? (['board'] as const) : [])];
}

/** Sides that must confirm for the work to count as verified; other addressees need none. */
const requiredSides: Partial<Record<TaskAddressee, readonly DoneSide[]>> = {
  company: ['doer', 'author'],
  contact: ['board'],
};

/** Of these sides, those whose confirmation a done task still lacks; setting it done again adds them. */
export function findMissingSides(
  task: DoneMarks & { addressee: TaskAddressee; status: TaskStatus },
  sides: readonly DoneSide[],
): DoneSide[] {
  if (task.status !== 'done') return [];
  return (requiredSides[task.addressee] ?? []).filter(
    (side) => sides.includes(side) && task[markFields[side]] === null,
  );
}

export function markDone(marks: DoneMarks, sides: readonly DoneSide[], now: Date): DoneMarks {
  const marked: DoneMarks = {
    doneByDoerAt: marks.doneByDoerAt,
    doneByAuthorAt: marks.doneByAuthorAt,
    doneByBoardAt: marks.doneByBoardAt,
  };
  for (const side of sides) marked[markFields[side]] ??= now;
  return marked;
}
