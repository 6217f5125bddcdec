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

/** What somebody is in a task, and for whom they speak when they say that it is done. */
export interface TaskParts {
  parties: TaskParty[];
  sides: DoneSide[];
}

export function partsIn(task: TaskParties, who: TaskReader): TaskParts {
  return { parties: withWitness(task, partiesOf(task, who), who), sides: sidesOf(task, who) };
}

/** A task as the caller finds it: the row, the parts the caller has in it, and where it is. */
export interface TaskSeen extends TaskParts {
  task: TaskInView;
  /** The caller, for the parts they have once the task has changed. */
  who: TaskReader;
  timeZone: string;
}

/** For a report that concerns no settlement. */
const nowhere = { settlementRole: stranger, timeZone: 'UTC' };

/** The task when the caller sees it. */
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

/** The task, locked when it is about to be changed; one the caller may not see does not exist. */
export async function requireTask(
  db: Db,
  caller: SignedInCaller,
  id: string,
  lock: TaskLock,
): Promise<TaskSeen> {
  return (await findSeenTask(db, caller, id, lock)) ?? refuse.notFound('task');
}
