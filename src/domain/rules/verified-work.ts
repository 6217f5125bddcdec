import type { TaskAddressee, TaskStatus } from './task-states.ts';

/** For whom somebody speaks who says that a task is done. */
export type DoneSide = 'doer' | 'author' | 'board';

/** When each side said that the task is done; null: not said. Reopening forgets all of it. */
export interface DoneMarks {
  doneByDoerAt: Date | null;
  doneByAuthorAt: Date | null;
  doneByBoardAt: Date | null;
}

export const nobodySaidDone: DoneMarks = { doneByDoerAt: null, doneByAuthorAt: null, doneByBoardAt: null };

const markOf = { doer: 'doneByDoerAt', author: 'doneByAuthorAt', board: 'doneByBoardAt' } as const;

/**
 * The author speaks for whoever asked, but not when they speak for the company as well: nobody is both sides. A company
 * is spoken for by its confirmed representatives, the board by an editor; neither may be the author.
 */
export function sidesOf(
  task: { addressee: TaskAddressee; authorId: string },
  who: { accountId: string; isEditor: boolean; isRepresentative: boolean },
): DoneSide[] {
  const speaksForCompany = task.addressee === 'company' && who.isRepresentative;
  if (task.authorId === who.accountId) return speaksForCompany ? [] : ['author'];
  return [...(speaksForCompany ? (['doer'] as const) : []), ...(who.isEditor ? (['board'] as const) : [])];
}

/** Whose word makes the work verified; elsewhere nobody's word is waited for. */
const neededSides: Partial<Record<TaskAddressee, readonly DoneSide[]>> = {
  company: ['doer', 'author'],
  contact: ['board'],
};

/** The sides whose word is still missing on a task that is done, and that these could give by setting it done again. */
export function missingSides(
  task: DoneMarks & { addressee: TaskAddressee; status: TaskStatus },
  sides: readonly DoneSide[],
): DoneSide[] {
  if (task.status !== 'done') return [];
  return (neededSides[task.addressee] ?? []).filter(
    (side) => sides.includes(side) && task[markOf[side]] === null,
  );
}

export function markDone(marks: DoneMarks, sides: readonly DoneSide[], now: Date): DoneMarks {
  const marked: DoneMarks = {
    doneByDoerAt: marks.doneByDoerAt,
    doneByAuthorAt: marks.doneByAuthorAt,
    doneByBoardAt: marks.doneByBoardAt,
  };
  for (const side of sides) marked[markOf[side]] ??= now;
  return marked;
}
