import type { z } from 'zod';
import type { Language, Text } from '../../../base/i18n/text.ts';
import { dayMs, dayNumberInZone } from '../../../domain/rules/days.ts';
import { listNextStatuses, listTaskParties } from '../../../domain/rules/task-states.ts';
import type { list_tasks } from '../../../features/operations/task/list_tasks.ts';
import { type Clock, countDaysUntil, formatDay } from './format-time.ts';
import * as labels from './labels.ts';

export type TaskEntry = z.output<typeof list_tasks.output>['tasks'][number];

export const taskStatusTexts = {
  open: { en: 'Open', ru: 'Ждёт' },
  in_progress: { en: 'In progress', ru: 'В работе' },
  done: labels.done,
  cancelled: { en: 'Cancelled', ru: 'Отменена' },
} as const satisfies Record<TaskEntry['status'], Text>;

export const taskRepeatTexts = {
  daily: { en: 'every day', ru: 'каждый день' },
  weekly: { en: 'every week', ru: 'каждую неделю' },
  monthly: { en: 'every month', ru: 'каждый месяц' },
  yearly: { en: 'every year', ru: 'каждый год' },
} as const satisfies Record<NonNullable<TaskEntry['repeats']>, Text>;

const texts = {
  board: { en: 'for the board', ru: 'правлению' },
  company: { en: 'for a company', ru: 'компании' },
  contact: { en: 'for a craftsman', ru: 'мастеру' },
  platform: { en: 'for the moderators', ru: 'модераторам' },
  plot: { en: 'for plot', ru: 'участку' },
  aboutPlot: labels.plotAbbreviation,
  due: labels.dueBy,
  overdue: { en: 'was due', ru: 'срок был' },
  waits: { en: 'not accepted yet', ru: 'ещё не принята' },
} as const satisfies Record<string, Text>;

export const dayGroups = ['overdue', 'today', 'tomorrow', 'week', 'later', 'undated'] as const;
export type DayGroup = (typeof dayGroups)[number];

/** ISO date of today plus `days`, in the time zone of the clock. */
export const addDaysToToday = ({ now, timeZone }: Clock, days: number) =>
  new Date((dayNumberInZone(now, timeZone) + days) * dayMs).toISOString().slice(0, 10);

/** Those without a date last. */
export function sortByDueDay<Task extends Pick<TaskEntry, 'due_on'>>(tasks: readonly Task[]): Task[] {
  const dayOf = ({ due_on }: Task) => due_on ?? '9';
  return [...tasks].sort((a, b) => Number(dayOf(a) > dayOf(b)) - Number(dayOf(a) < dayOf(b)));
}

/** The group of a due date in task lists. */
export function findDayGroup(day: string | null, clock: Clock): DayGroup {
  if (day === null) return 'undated';
  const left = countDaysUntil(day, clock);
  if (left < 0) return 'overdue';
  if (left < 2) return left === 0 ? 'today' : 'tomorrow';
  return left <= 7 ? 'week' : 'later';
}

export function formatDueDay(day: string, clock: Clock): string {
  const isPast = countDaysUntil(day, clock) < 0;
  return `${(isPast ? texts.overdue : texts.due)[clock.language]} ${formatDay(day, clock)}`;
}

/** Short form of the assignees or addressee; empty for tasks to oneself. */
export function formatTaskAddressee(task: TaskEntry, language: Language): string {
  if (task.assignees.length > 0) return task.assignees.map(({ name }) => name).join(', ');
  if (task.addressee === 'neighbour') return `${texts.plot[language]} ${task.to_parcel_number ?? ''}`;
  return task.addressee === 'self' ? '' : texts[task.addressee][language];
}

/** Secondary line of a task in a list: author or addressee, plot, status, due date, repetition. */
export function formatTaskLine(task: TaskEntry, me: string, clock: Clock): string {
  const { language } = clock;
  const isMine = task.author_user_id === me;
  const isOffer = task.addressee === 'neighbour' && task.accepted_at === null && task.status === 'open';
  return [
    isMine ? formatTaskAddressee(task, language) : task.author_name,
    task.parcel_number && `${texts.aboutPlot[language]}\u00a0${task.parcel_number}`,
    isOffer && texts.waits[language],
    task.status === 'in_progress' && taskStatusTexts.in_progress[language].toLowerCase(),
    task.due_on && formatDueDay(task.due_on, clock),
    task.repeats && taskRepeatTexts[task.repeats][language],
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Whether a list shows the "Done" button. Roles that the list does not contain are checked on the task page. */
export function mayFinishTask(task: TaskEntry, who: { id: string; isEditor?: boolean }): boolean {
  const parties = listTaskParties(
    {
      kind: task.kind,
      authorId: task.author_user_id,
      assigneeIds: task.assignees.map(({ id }) => id),
      addressee: task.addressee,
      visibility: task.visibility,
      acceptedAt: task.accepted_at === null ? null : new Date(task.accepted_at),
      reportedId: null,
    },
    {
      accountId: who.id,
      isEditor: who.isEditor ?? false,
      isModerator: false,
      isRepresentative: false,
      isMember: false,
      isOfParcelAsked: true,
      isAskable: false,
      isParty: false,
    },
  );
  return task.kind !== 'report' && listNextStatuses(task.addressee, task.status, parties).includes('done');
}
