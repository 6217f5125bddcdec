import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import type { FullTask } from './task-history.ts';

export const taskPath = (task: string) => fillPath(paths.task, { task });

/** Texts for the values of `remind_before`. */
export const reminderLeadNames: Readonly<Record<string, Text>> = {
  '12h': { en: '12 hours before', ru: 'за 12 часов' },
  '1d': { en: 'a day before', ru: 'за день' },
  '2d': { en: '2 days before', ru: 'за 2 дня' },
  '3d': { en: '3 days before', ru: 'за 3 дня' },
  '7d': { en: 'a week before', ru: 'за неделю' },
};

/** Author, assignees and whoever may change the status. Reports take no photographs. */
export function mayAddPhotos(task: FullTask, me: string): boolean {
  if (task.kind === 'report') return false;
  return (
    task.author_user_id === me || task.assignees.some(({ id }) => id === me) || task.next_statuses.length > 0
  );
}

/** The author, or whoever may finish the task. Reports are immutable. */
export function mayEdit(task: FullTask, me: string): boolean {
  if (task.kind === 'report' || task.closed_at !== null) return false;
  return task.author_user_id === me || task.next_statuses.includes('done');
}
