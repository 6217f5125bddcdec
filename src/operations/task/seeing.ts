import type { Db } from '../../db/connect.ts';
import type { SignedInCaller } from '../../kernel/caller.ts';
import { refuse } from '../../kernel/refusal.ts';
import {
  maySeeTask,
  partiesOf,
  type TaskParty,
  type TaskStanding,
  withWitness,
} from '../../rules/task-states.ts';
import { type DoneSide, sidesOf } from '../../rules/verified-work.ts';
import { findSettlement } from '../../store/land/settlements.ts';
import { findTask, type TaskInView } from '../../store/tasks/tasks.ts';

type Who = Parameters<typeof partiesOf>[1];

/** What somebody is in a task, and for whom they speak when they say that it is done. */
export interface TaskParts {
  parties: TaskParty[];
  sides: DoneSide[];
}

export function partsIn(task: TaskStanding, who: Who): TaskParts {
  return { parties: withWitness(task, partiesOf(task, who), who), sides: sidesOf(task, who) };
}

/** A task as the caller finds it: the row, the parts the caller has in it, and where it is. */
export interface TaskSeen extends TaskParts {
  task: TaskInView;
  /** The caller, for the parts they have once the task has changed. */
  who: Who;
  timeZone: string;
}

/** The task, locked when it is about to be changed; one the caller may not see does not exist. */
export async function requireTask(
  db: Db,
  caller: SignedInCaller,
  id: string,
  lock: boolean,
): Promise<TaskSeen> {
  const task = (await findTask(db, id, caller.accountId, lock)) ?? refuse.notFound('task');
  const settlement = (await findSettlement(db, task.settlementId, caller)) ?? refuse.notFound('task');
  const { standing, timeZone } = settlement;
  const { isMember, isRepresentative } = task;
  const who = { accountId: caller.accountId, isEditor: standing.isEditor, isRepresentative, isMember };
  if (!maySeeTask(task, partiesOf(task, who), standing)) refuse.notFound('task');
  return { task, who, timeZone, ...partsIn(task, who) };
}
