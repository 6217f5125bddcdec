import type { Text } from '../../base/i18n/text.ts';
import type { Permission } from '../kernel/refusal.ts';
import { type CompanyState, takesOrders } from './company-states.ts';
import { maySee, type SettlementRole, type Visibility } from './settlement-role.ts';

export const taskKinds = ['request', 'work', 'reminder', 'report'] as const;
export type TaskKind = (typeof taskKinds)[number];
export const taskStatuses = ['open', 'in_progress', 'done', 'cancelled'] as const;
export type TaskStatus = (typeof taskStatuses)[number];
export const taskAddressees = ['self', 'board', 'company', 'contact', 'neighbour', 'platform'] as const;
export type TaskAddressee = (typeof taskAddressees)[number];

/**
 * Roles in a task. handler: of the board, company or plot it was given to. member: lives on its plot, read-only.
 * invited: of the plot it was offered to, until somebody accepts. witness: an editor who may mark a contact's task as
 * done; this role alone gives no right to see the task.
 */
export type TaskParty = 'author' | 'assignee' | 'handler' | 'member' | 'invited' | 'witness';

type Transitions = Record<TaskStatus, Partial<Record<TaskStatus, readonly TaskParty[]>>>;

const doers = ['handler', 'assignee'] as const;
export const household = ['author', 'assignee', 'member'] as const;
const givenToBoard: Transitions = {
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
 * Permitted status changes by addressee and role. The author of a company's task may set it done only after the
 * company has started it. Whether the work counts as verified is decided in verified-work.ts.
 */
export const taskTransitions: Record<TaskAddressee, Transitions> = {
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
  // Starting or completing an offered task accepts it.
  neighbour: {
    open: { in_progress: [...doers, 'invited'], done: [...doers, 'invited'], cancelled: ['author'] },
    in_progress: { open: doers, done: doers, cancelled: ['author'] },
    done: { open: ['author', ...doers] },
    cancelled: { open: ['author'] },
  },
  // Reports are closed by an outcome or withdrawn, and never reopened.
  platform: { open: { cancelled: ['author'] }, in_progress: {}, done: {}, cancelled: {} },
};

/** Which status rules apply: reports follow the platform's, whoever decides about them. */
export function findTransitionRules(task: { kind: TaskKind; addressee: TaskAddressee }): TaskAddressee {
  return task.kind === 'report' ? 'platform' : task.addressee;
}

/** The fields of a task that determine roles and visibility. */
export interface TaskAccessFields {
  kind: TaskKind;
  authorId: string;
  assigneeIds: readonly string[];
  addressee: TaskAddressee;
  visibility: Visibility;
  /** Given to a neighbour: accepted, or given by the board, which needs no acceptance. */
  acceptedAt: Date | null;
  /** Of a report: the author of the reported thing. Neither they nor the reporter decide. */
  reportedId: string | null;
}

/** A user's relations that determine their roles in one task. */
export interface TaskViewer {
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
  /** Of a report: represents the graded company, takes part in the conversation, or has reported the same. */
  isParty: boolean;
}

/**
 * Roles of a user in the task; empty for mere readers. Former representatives and former members of the plot have
 * none, even if the task was assigned to them.
 */
export function listTaskParties(task: TaskAccessFields, who: TaskViewer): TaskParty[] {
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
    task.kind === 'report' &&
    (task.authorId === who.accountId || task.reportedId === who.accountId || who.isParty);
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
 * Participants see a task; others by its visibility, where private means nobody else. store/tasks has the same rule
 * in SQL, and a test compares the two for every role.
 */
export function maySeeTask(
  task: TaskAccessFields,
  parties: readonly TaskParty[],
  settlementRole: SettlementRole,
): boolean {
  if (parties.length > 0) return true;
  return task.visibility !== 'private' && maySee(settlementRole, task.visibility, false);
}

/** Adds the witness role: an editor may close a contact's task that they can see anyway. */
export function addWitness(
  task: TaskAccessFields,
  parties: readonly TaskParty[],
  who: { isEditor: boolean },
): TaskParty[] {
  const isWitness = task.addressee === 'contact' && who.isEditor && !parties.includes('author');
  return isWitness ? [...parties, 'witness'] : [...parties];
}

/** The statuses the caller may set now. */
export function listNextStatuses(
  addressee: TaskAddressee,
  from: TaskStatus,
  parties: readonly TaskParty[],
): TaskStatus[] {
  const moves = taskTransitions[addressee][from];
  return taskStatuses.filter((to) => moves[to]?.some((party) => parties.includes(party)));
}

/** Whether the status change exists; who may make it is checked separately. */
export function checkTransition(addressee: TaskAddressee, from: TaskStatus, to: TaskStatus): true | Text {
  if (taskTransitions[addressee][from][to] !== undefined) return true;
  const possible = Object.keys(taskTransitions[addressee][from]).join(', ') || '—';
  return {
    en: `From ${from} the status can become: ${possible}.`,
    ru: `Из ${from} статус может стать: ${possible}.`,
  };
}

export function mayChangeStatus(
  addressee: TaskAddressee,
  from: TaskStatus,
  to: TaskStatus,
  parties: readonly TaskParty[],
): Permission {
  return (
    listNextStatuses(addressee, from, parties).includes(to) || {
      en: `Somebody else decides that this task becomes ${to}: whoever it was given to or whoever asked for it.`,
      ru: `Перевести задачу в ${to} может не вы, а тот, кому она поручена, или её автор.`,
    }
  );
}

/** An order is opened again only where the company could be given a new one. */
export const mayReopen = ({ companyState }: { companyState: CompanyState | null }) =>
  companyState === null || takesOrders(companyState);

/** Knows the order only because the company speaks through them. */
export const isCompanyAlone = (
  task: Pick<TaskAccessFields, 'addressee' | 'authorId'>,
  who: Pick<TaskViewer, 'accountId' | 'isRepresentative' | 'isMember' | 'isEditor'>,
): boolean =>
  task.addressee === 'company' &&
  who.isRepresentative &&
  task.authorId !== who.accountId &&
  !who.isMember &&
  !who.isEditor;

export function isClosed(status: TaskStatus): boolean {
  return status === 'done' || status === 'cancelled';
}
