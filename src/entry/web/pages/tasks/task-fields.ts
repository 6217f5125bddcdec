import type { Text } from '../../../../base/i18n/text.ts';
import type { FullTask } from './task-history.ts';

/** How long before the day somebody is reminded, by what edit_task takes. */
export const leadNames: Readonly<Record<string, Text>> = {
  '12h': { en: '12 hours before', ru: 'за 12 часов' },
  '1d': { en: 'a day before', ru: 'за день' },
  '2d': { en: '2 days before', ru: 'за 2 дня' },
  '3d': { en: '3 days before', ru: 'за 3 дня' },
  '7d': { en: 'a week before', ru: 'за неделю' },
};

/** Those who take part: who wrote it, who does it, who decides about it. A report carries the thing reported alone. */
export function mayAddPhotos(task: FullTask, me: string): boolean {
  if (task.kind === 'report') return false;
  return (
    task.author_user_id === me || task.assignees.some(({ id }) => id === me) || task.next_statuses.length > 0
  );
}

/** What was asked is the author's; when it is done, also theirs who do it. A report stays as it was written. */
export function mayEdit(task: FullTask, me: string): boolean {
  if (task.kind === 'report' || task.closed_at !== null) return false;
  return task.author_user_id === me || task.next_statuses.includes('done');
}
