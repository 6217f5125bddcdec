import type { Db } from '../../../base/db/connect.ts';
import type { Caller, SignedInCaller } from '../../../domain/kernel/caller.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { stranger } from '../../../domain/rules/settlement-role.ts';
import {
  maySeeTask,
  partiesOf,
  type TaskParties,
  type TaskParty,
  type TaskReader,
  withWitness,
} from '../../../domain/rules/task-states.ts';
import { type DoneSide, sidesOf } from '../../../domain/rules/verified-work.ts';
import { findSettlement } from '../../../store/land/settlements.ts';
import { findTask, type TaskInView, type TaskLock } from '../../../store/tasks/tasks.ts';

/** A user's roles in a task, and the sides they represent when marking it as done. */
export interface TaskParts {
  parties: TaskParty[];
  sides: DoneSide[];
}

export function partsIn(task: TaskParties, who: TaskReader): TaskParts {
  return { parties: withWitness(task, partiesOf(task, who), who), sides: sidesOf(task, who) };
}

/** A task with the caller's roles in it. */
export interface TaskSeen extends TaskParts {
  task: TaskInView;
  /** To recompute the roles once the task has changed. */
  who: TaskReader;
  timeZone: string;
}

/** For a report that concerns no settlement. */
const nowhere = { settlementRole: stranger, timeZone: 'UTC' };

/** Undefined when the caller may not see it. */
export async function findSeenTask(
  db: Db,
  caller: Pick<Caller, 'accountId' | 'isModerator'> & { accountId: string },
  id: string,
  lock: TaskLock,
): Promise<TaskSeen | undefined> {
  const task = await findTask(db, id, caller.accountId, lock);
  if (task === undefined) return undefined;
  const settlement =
    task.settlementId === null ? nowhere : await findSettlement(db, task.settlementId, caller as Caller);
  if (settlement === undefined) return undefined;
  const { settlementRole, timeZone } = settlement;
  const { isMember, isRepresentative, isOfParcelAsked, isAskable } = task;
  const who = {
    accountId: caller.accountId,
    isEditor: settlementRole.isEditor,
    isModerator: caller.isModerator,
    isRepresentative,
    isMember,
    isOfParcelAsked,
    isAskable,
  };
  if (!maySeeTask(task, partiesOf(task, who), settlementRole)) return undefined;
  return { task, who, timeZone, ...partsIn(task, who) };
}

/** The task, locked when it is about to be changed; 404 when the caller may not see it. */
export async function requireTask(
  db: Db,
  caller: SignedInCaller,
  id: string,
  lock: TaskLock,
): Promise<TaskSeen> {
  return (await findSeenTask(db, caller, id, lock)) ?? refuse.notFound('task');
}
