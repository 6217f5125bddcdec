import type { Db } from '../../base/db/connect.ts';
import type { Caller, SignedInCaller } from '../../domain/kernel/caller.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { noSettlementRole, type SettlementRole } from '../../domain/rules/settlement-role.ts';
import {
  addWitness,
  listTaskParties,
  maySeeTask,
  type TaskAccessFields,
  type TaskParty,
  type TaskViewer,
} from '../../domain/rules/task-states.ts';
import { type DoneSide, findDoneSides } from '../../domain/rules/verified-work.ts';
import { findTask, type TaskLock, type TaskWithParties } from '../../store/tasks/tasks.ts';
import { findSettlement } from './memberships.ts';

/** A user's roles in a task, and the sides they represent when marking it as done. */
export interface PartiesAndSides {
  parties: TaskParty[];
  sides: DoneSide[];
}

export function findPartiesAndSides(task: TaskAccessFields, who: TaskViewer): PartiesAndSides {
  return { parties: addWitness(task, listTaskParties(task, who), who), sides: findDoneSides(task, who) };
}

/** A task with the caller's roles in it. */
export interface VisibleTask extends PartiesAndSides {
  task: TaskWithParties;
  /** To recompute the roles once the task has changed. */
  who: TaskViewer;
  settlementRole: SettlementRole;
  timeZone: string;
}

/** For a report that concerns no settlement. */
const noSettlement = { settlementRole: noSettlementRole, timeZone: 'UTC' };

/** Undefined when the caller may not see it. */
export async function findVisibleTask(
  db: Db,
  caller: Pick<Caller, 'accountId' | 'isModerator'> & { accountId: string },
  id: string,
  lock: TaskLock,
): Promise<VisibleTask | undefined> {
  const task = await findTask(db, id, caller.accountId, lock);
  if (task === undefined) return undefined;
  const settlement =
    task.settlementId === null ? noSettlement : await findSettlement(db, task.settlementId, caller as Caller);
  if (settlement === undefined) return undefined;
  const { settlementRole, timeZone } = settlement;
  const { isMember, isRepresentative, isOfParcelAsked, isAskable, isParty } = task;
  const who = {
    accountId: caller.accountId,
    isEditor: settlementRole.isEditor,
    isModerator: caller.isModerator,
    isRepresentative,
    isMember,
    isOfParcelAsked,
    isAskable,
    isParty,
  };
  if (!maySeeTask(task, listTaskParties(task, who), settlementRole)) return undefined;
  return { task, who, settlementRole, timeZone, ...findPartiesAndSides(task, who) };
}

/** The task, locked when it is about to be changed; 404 when the caller may not see it. */
export async function requireVisibleTask(
  db: Db,
  caller: SignedInCaller,
  id: string,
  lock: TaskLock,
): Promise<VisibleTask> {
  return (await findVisibleTask(db, caller, id, lock)) ?? refuse.notFound('task');
}
