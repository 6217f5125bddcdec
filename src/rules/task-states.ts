import type { Text } from '../i18n/text.ts';
import type { Permission } from '../kernel/refusal.ts';
import { maySee, type Standing, type Visibility } from './standing.ts';

export const taskKinds = ['request', 'work', 'reminder'] as const;
export type TaskKind = (typeof taskKinds)[number];
export const taskStatuses = ['open', 'in_progress', 'done', 'cancelled'] as const;
export type TaskStatus = (typeof taskStatuses)[number];
export const taskAddressees = ['self', 'board', 'company', 'contact'] as const;
export type TaskAddressee = (typeof taskAddressees)[number];

/**
 * The parts somebody can have in a task. handler: on the board, or speaks for the company, that it was given to.
 * witness: an editor who sees a task given to a contact and can say that it was done; this part alone shows nothing.
 */
export type TaskParty = 'author' | 'assignee' | 'handler' | 'member' | 'witness';

type Moves = Record<TaskStatus, Partial<Record<TaskStatus, readonly TaskParty[]>>>;

const doers = ['handler', 'assignee'] as const;
const household = ['author', 'assignee', 'member'] as const;
const givenToBoard: Moves = {
  open: { in_progress: doers, done: doers, cancelled: ['author', 'handler'] },
  in_progress: { open: doers, done: doers, cancelled: ['author', 'handler'] },
  done: { open: ['author', 'handler'] },
  cancelled: { open: ['author', 'handler'] },
};

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
    open: {
      in_progress: ['author', 'assignee'],
      done: ['author', 'assignee', 'witness'],
      cancelled: ['author'],
    },
    in_progress: {
      open: ['author', 'assignee'],
      done: ['author', 'assignee', 'witness'],
      cancelled: ['author'],
    },
    done: { open: ['author'] },
    cancelled: { open: ['author'] },
  },
};

export interface TaskStanding {
  authorId: string;
  assigneeId: string | null;
  addressee: TaskAddressee;
  visibility: Visibility;
}

/** The parts a caller has in the task; none for somebody who at most looks on. */
export function partiesOf(
  task: TaskStanding,
  who: { accountId: string; isEditor: boolean; isRepresentative: boolean; isMember: boolean },
): TaskParty[] {
  const parties: TaskParty[] = [];
  if (task.authorId === who.accountId) parties.push('author');
  // Who no longer speaks for the company has no part in its work by having been given it.
  const isStillThere = task.addressee !== 'company' || who.isRepresentative;
  if (task.assigneeId === who.accountId && isStillThere) parties.push('assignee');
  const isHandler =
    (task.addressee === 'board' && who.isEditor) || (task.addressee === 'company' && who.isRepresentative);
  if (isHandler) parties.push('handler');
  if (who.isMember) parties.push('member');
  return parties;
}

/** Whoever takes part; others by its visibility, where private means the board and only what was given to the board. */
export function maySeeTask(task: TaskStanding, parties: readonly TaskParty[], standing: Standing): boolean {
  if (parties.length > 0) return true;
  return task.visibility !== 'private' && maySee(standing, task.visibility, false);
}

/** With the part that an editor has in what they see anyway: closing what a contact has done. */
export function withWitness(
  task: TaskStanding,
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
  const possible = Object.keys(taskMoves[addressee][from]).join(', ');
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

export const taskFields = [
  'title',
  'body',
  'visibility',
  'tags',
  'repeats',
  'due_on',
  'assignee_id',
  'comment',
] as const;
export type TaskField = (typeof taskFields)[number];

/** Who may change which field. What was asked stays the author's; when and by whom it is done is for those who do it. */
export function mayChangeField(
  addressee: TaskAddressee,
  field: TaskField,
  parties: readonly TaskParty[],
): Permission {
  const isOwn = addressee === 'self' || addressee === 'contact';
  const allowed: Record<TaskField, readonly TaskParty[]> = {
    title: ['author'],
    body: ['author'],
    visibility: ['author'],
    tags: ['author', 'handler'],
    repeats: ['author'],
    due_on: isOwn ? household : ['author', 'handler', 'assignee'],
    assignee_id: isOwn ? ['author'] : ['handler'],
    comment: ['author', 'assignee', 'handler', 'member'],
  };
  return (
    allowed[field].some((party) => parties.includes(party)) || {
      en: `You may not change ${field} of this task.`,
      ru: `Вы не можете менять ${field} этой задачи.`,
    }
  );
}

export function isClosed(status: TaskStatus): boolean {
  return status === 'done' || status === 'cancelled';
}

/** What each kind may be given to: a reminder is one's own, a request is somebody else's to answer. */
export function checkAddressee(kind: TaskKind, addressee: TaskAddressee): true | Text {
  if (kind === 'reminder' && addressee !== 'self') {
    return {
      en: 'A reminder is for oneself: addressee self.',
      ru: 'Напоминание — для себя: addressee self.',
    };
  }
  if (kind === 'request' && addressee === 'self') {
    return {
      en: 'A request goes to the board, a company or a contact; for oneself write a work or a reminder.',
      ru: 'Заявка адресуется правлению, компании или контакту; для себя есть work и reminder.',
    };
  }
  return true;
}

export function mayWriteTask(standing: Standing): Permission {
  return (
    standing.isEditor ||
    standing.isResident || {
      en: 'Only confirmed residents and the board of the settlement write tasks.',
      ru: 'Задачи заводят подтверждённые жители посёлка и правление.',
    }
  );
}

/** Whoever has it in person; else everybody it was given to; else whoever wrote it down. */
export function whoIsReminded(task: {
  addressee: string;
  authorId: string;
  assigneeId: string | null;
  handlerIds: readonly string[];
}): string[] {
  if (task.assigneeId !== null) return [task.assigneeId];
  const isGiven = task.addressee === 'board' || task.addressee === 'company';
  return isGiven ? [...task.handlerIds] : [task.authorId];
}
