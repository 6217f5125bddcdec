import type { Text } from '../../base/i18n/text.ts';
import type { Permission } from '../kernel/refusal.ts';
import { maySee, type SettlementRole, type Visibility } from './settlement-role.ts';

export const taskKinds = ['request', 'work', 'reminder', 'report'] as const;
export type TaskKind = (typeof taskKinds)[number];
export const taskStatuses = ['open', 'in_progress', 'done', 'cancelled'] as const;
export type TaskStatus = (typeof taskStatuses)[number];
export const taskAddressees = ['self', 'board', 'company', 'contact', 'neighbour', 'platform'] as const;
export type TaskAddressee = (typeof taskAddressees)[number];

/**
 * The parts somebody can have in a task. handler: of those it was given to together, the board, the company or the plot.
 * member: lives on its plot and looks on. invited: of the plot it was offered to, while nobody has accepted.
 * witness: an editor who sees a task given to a contact and can say that it was done; this part alone shows nothing.
 */
export type TaskParty = 'author' | 'assignee' | 'handler' | 'member' | 'invited' | 'witness';

type Moves = Record<TaskStatus, Partial<Record<TaskStatus, readonly TaskParty[]>>>;

const doers = ['handler', 'assignee'] as const;
export const household = ['author', 'assignee', 'member'] as const;
const givenToBoard: Moves = {
  open: { in_progress: doers, done: doers, cancelled: ['author', 'handler'] },
  in_progress: { open: doers, done: doers, cancelled: ['author', 'handler'] },
  done: { open: ['author', 'handler'] },
  cancelled: { open: ['author', 'handler'] },
};
const givenToContact = {
  done: ['author', 'assignee', 'witness'],
  cancelled: ['author'],
} as const;

/**
 * Who may move a task from one status to another, by whom it was given to. A company's customer may close it only after
 * the company has taken it up. Whether the work counts as verified is decided in verified-work.ts.
 */
export const taskMoves: Record<TaskAddressee, Moves> = {
  self: {
    open: { in_progress: household, done: household, cancelled: ['author'] },
    in_progress: { open: household, done: household, cancelled: ['author'] },
    done: { open: household },
    cancelled: { open: ['author'] },
  },
  board: givenToBoard,
  company: {
    ...givenToBoard,
    in_progress: { ...givenToBoard.in_progress, done: ['handler', 'assignee', 'author'] },
  },
  contact: {
    open: { in_progress: ['author', 'assignee'], ...givenToContact },
    in_progress: { open: ['author', 'assignee'], ...givenToContact },
    done: { open: ['author'] },
    cancelled: { open: ['author'] },
  },
  // Whoever begins or does what was offered accepts it by that.
  neighbour: {
    open: { in_progress: [...doers, 'invited'], done: [...doers, 'invited'], cancelled: ['author'] },
    in_progress: { open: doers, done: doers, cancelled: ['author'] },
    done: { open: ['author', ...doers] },
    cancelled: { open: ['author'] },
  },
  // Reports: closed by an outcome, or taken back, and never opened again.
  platform: { open: { cancelled: ['author'] }, in_progress: {}, done: {}, cancelled: {} },
};

/** Whose rules a task follows: a report the same ones, whoever decides about it. */
export function rulesFor(task: { kind: TaskKind; addressee: TaskAddressee }): TaskAddressee {
  return task.kind === 'report' ? 'platform' : task.addressee;
}

/** What decides who has a part in a task and who sees it. */
export interface TaskParties {
  kind: TaskKind;
  authorId: string;
  assigneeIds: readonly string[];
  addressee: TaskAddressee;
  visibility: Visibility;
  /** Given to a neighbour: somebody has accepted it, or nobody needs to. */
  acceptedAt: Date | null;
  /** Of a report: who wrote the thing. Neither they nor the reporter decide. */
  reportedId: string | null;
}

/** Somebody, as far as their part in one task depends on it. */
export interface TaskReader {
  accountId: string;
  isEditor: boolean;
  isModerator: boolean;
  /** A confirmed representative of the company it was given to. */
  isRepresentative: boolean;
  /** A confirmed member of the plot it is about. */
  isMember: boolean;
  /** A confirmed member of the plot it was given to. */
  isOfParcelAsked: boolean;
  /** The same, and has not declined; and neither the author nor they have blocked the other. */
  isAskable: boolean;
}

/**
 * The parts a reader has in the task; none for somebody who at most looks on. Parts follow the present: who no longer
 * speaks for the company or lives on the plot has none by having been given the task.
 */
export function partiesOf(task: TaskParties, who: TaskReader): TaskParty[] {
  const parties: TaskParty[] = [];
  const { addressee } = task;
  if (task.authorId === who.accountId) parties.push('author');
  const isStillThere =
    addressee === 'company' ? who.isRepresentative : addressee === 'neighbour' ? who.isOfParcelAsked : true;
  const isAssignee = isStillThere && task.assigneeIds.includes(who.accountId);
  if (isAssignee) parties.push('assignee');
  const isAsked = addressee === 'neighbour' && who.isAskable && task.authorId !== who.accountId;
  const isTaken = task.assigneeIds.length > 0;
  const isConcerned =
    task.kind === 'report' && (task.authorId === who.accountId || task.reportedId === who.accountId);
  if (
    (addressee === 'board' && who.isEditor && !isConcerned) ||
    (addressee === 'platform' && who.isModerator && !isConcerned) ||
    (addressee === 'company' && who.isRepresentative) ||
    (isAsked && task.acceptedAt !== null && !isTaken)
  )
    parties.push('handler');
  if (who.isMember || (isAsked && isTaken && !isAssignee)) parties.push('member');
  if (isAsked && task.acceptedAt === null && !isTaken) parties.push('invited');
  return parties;
}

/**
 * Whoever takes part sees a task; others by its visibility, where private means nobody else. `seesTask` in
 * store/tasks/task-visibility.ts says the same in SQL, and a test compares the two over every role.
 */
export function maySeeTask(
  task: TaskParties,
  parties: readonly TaskParty[],
  settlementRole: SettlementRole,
): boolean {
  if (parties.length > 0) return true;
  return task.visibility !== 'private' && maySee(settlementRole, task.visibility, false);
}

/** With the part that an editor has in what they see anyway: closing what a contact has done. */
export function withWitness(
  task: TaskParties,
  parties: readonly TaskParty[],
  who: { isEditor: boolean },
): TaskParty[] {
  const isWitness = task.addressee === 'contact' && who.isEditor && !parties.includes('author');
  return isWitness ? [...parties, 'witness'] : [...parties];
}

/** The statuses the caller may set now. */
export function nextStatuses(
  addressee: TaskAddressee,
  from: TaskStatus,
  parties: readonly TaskParty[],
): TaskStatus[] {
  const moves = taskMoves[addressee][from];
  return taskStatuses.filter((to) => moves[to]?.some((party) => parties.includes(party)));
}

/** Whether the move exists at all; who may make it is asked apart. */
export function checkMove(addressee: TaskAddressee, from: TaskStatus, to: TaskStatus): true | Text {
  if (taskMoves[addressee][from][to] !== undefined) return true;
  const possible = Object.keys(taskMoves[addressee][from]).join(', ') || '—';
  return {
    en: `From ${from} the status can become: ${possible}.`,
    ru: `Из ${from} статус может стать: ${possible}.`,
  };
}

export function mayMove(
  addressee: TaskAddressee,
  from: TaskStatus,
  to: TaskStatus,
  parties: readonly TaskParty[],
): Permission {
  return (
    nextStatuses(addressee, from, parties).includes(to) || {
      en: `Somebody else decides that this task becomes ${to}: whoever it was given to or whoever asked for it.`,
      ru: `Перевести задачу в ${to} может не вы, а тот, кому она поручена, или её автор.`,
    }
  );
}

export function isClosed(status: TaskStatus): boolean {
  return status === 'done' || status === 'cancelled';
}
