import type { Text } from '../../base/i18n/text.ts';
import type { Permission } from '../kernel/refusal.ts';
import type { SettlementRole } from './settlement-role.ts';
import { household, type TaskAddressee, type TaskKind, type TaskParty } from './task-states.ts';

export const taskFields = [
  'title',
  'body',
  'visibility',
  'tags',
  'repeats',
  'due_on',
  'remind_before',
  'assignees',
  'comment',
] as const;
export type TaskField = (typeof taskFields)[number];

/** Who may change which field: the content only the author, the dates also those who do the task. */
export function mayChangeField(
  addressee: TaskAddressee,
  field: TaskField,
  parties: readonly TaskParty[],
): Permission {
  const isOwn = addressee === 'self' || addressee === 'contact';
  if (addressee === 'platform' && field !== 'comment')
    return {
      en: 'A report stays as it was written. Comment on it, or take it back with status cancelled.',
      ru: 'Жалоба остаётся как написана. Её можно комментировать или отозвать статусом cancelled.',
    };
  const days = isOwn ? household : (['author', 'handler', 'assignee'] as const);
  const allowed: Record<TaskField, readonly TaskParty[]> = {
    title: ['author'],
    body: ['author'],
    visibility: ['author'],
    tags: ['author', 'handler'],
    repeats: ['author'],
    due_on: days,
    remind_before: days,
    // A neighbour's task is assigned by accepting it.
    assignees: addressee === 'neighbour' ? [] : isOwn ? ['author'] : ['handler'],
    comment: ['author', 'assignee', 'handler', 'member', 'invited'],
  };
  return (
    allowed[field].some((party) => parties.includes(party)) || {
      en: `You may not change ${field} of this task.`,
      ru: `Вы не можете менять ${field} этой задачи.`,
    }
  );
}

export const reportOutcomes = ['hidden', 'nothing'] as const;
export type ReportOutcome = (typeof reportOutcomes)[number];

export function mayDecideReport(parties: readonly TaskParty[]): Permission {
  return (
    parties.includes('handler') || {
      en: 'Neither who reported it nor who wrote it decides about a report.',
      ru: 'О жалобе не решает ни тот, кто её подал, ни тот, на кого она.',
    }
  );
}

/** Which addressee each kind may have: a reminder only oneself, a request only somebody else. */
export function checkAddressee(kind: TaskKind, addressee: TaskAddressee): true | Text {
  if (addressee === 'platform') {
    return {
      en: 'Only reports go to the platform, and the service decides which ones.',
      ru: 'Платформе адресуются только жалобы, и какие — решает сам сервис.',
    };
  }
  if (kind === 'reminder' && addressee !== 'self') {
    return {
      en: 'A reminder is for oneself: addressee self.',
      ru: 'Напоминание — для себя: addressee self.',
    };
  }
  if (kind === 'request' && addressee === 'self') {
    return {
      en: 'A request goes to the board, a company, a contact or a neighbour; for oneself write a work or a reminder.',
      ru: 'Заявка адресуется правлению, компании, контакту или соседу; для себя есть work и reminder.',
    };
  }
  return true;
}

export function mayWriteTask(settlementRole: SettlementRole): Permission {
  return (
    settlementRole.isEditor ||
    settlementRole.isResident || {
      en: 'Only confirmed residents and the board of the village write tasks.',
      ru: 'Задачи заводят подтверждённые жители посёлка и правление.',
    }
  );
}

/** The assignees; else everybody it was given to; else the author. */
export function listReminderRecipients(task: {
  addressee: string;
  authorId: string;
  assigneeIds: readonly string[];
  handlerIds: readonly string[];
}): string[] {
  if (task.assigneeIds.length > 0) return [...task.assigneeIds];
  const isGiven = task.addressee !== 'self' && task.addressee !== 'contact';
  return isGiven ? [...task.handlerIds] : [task.authorId];
}
