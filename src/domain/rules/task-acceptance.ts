import type { Text } from '../../base/i18n/text.ts';
import { isClosed, type TaskAddressee, type TaskParty, type TaskStatus } from './task-states.ts';

export interface Acceptance {
  assigneeIds: string[];
  acceptedAt: Date | null;
  status: TaskStatus;
}

/**
 * A task offered to a plot is assigned to the first member who accepts. The assignee may give it back, and it waits
 * again. A task from the board needs no acceptance and cannot be declined.
 */
export function decideAcceptance(
  task: Acceptance & { addressee: TaskAddressee },
  accept: boolean,
  parties: readonly TaskParty[],
  accountId: string,
  now: Date,
): Acceptance | { refusal: Text } {
  const { assigneeIds, acceptedAt, status } = task;
  const isAssignee = parties.includes('assignee');
  const isAsked = parties.includes('invited') || parties.includes('handler');
  if (task.addressee !== 'neighbour' || !(isAssignee || isAsked || parties.includes('member')))
    return {
      refusal: {
        en: 'There is nothing to accept here: only what was offered to your plot is accepted or declined.',
        ru: 'Здесь нечего принимать: принять или отклонить можно только то, о чём просят ваш участок.',
      },
    };
  if (isClosed(status)) return { refusal: { en: 'The task is closed.', ru: 'Задача закрыта.' } };
  if (accept && isAssignee) return { assigneeIds, acceptedAt, status };
  if (!isAssignee && !isAsked)
    return {
      refusal: {
        en: 'Somebody of your plot has accepted it already.',
        ru: 'Её уже взял кто-то с вашего участка.',
      },
    };
  if (accept) return { assigneeIds: [accountId], acceptedAt: acceptedAt ?? now, status };
  if (isAssignee) return { assigneeIds: [], acceptedAt: null, status: 'open' };
  return parties.includes('handler')
    ? {
        refusal: {
          en: 'It was given by the board: it needs no acceptance and cannot be declined. Write a comment instead.',
          ru: 'Её дало правление: принимать её не нужно, отклонить нельзя. Напишите комментарий.',
        },
      }
    : { assigneeIds, acceptedAt, status };
}
