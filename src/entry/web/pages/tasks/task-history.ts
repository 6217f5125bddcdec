import type { z } from 'zod';
import type { Text } from '../../../../base/i18n/text.ts';
import type { show_task } from '../../../../features/operations/task/show_task.ts';
import type { TimelineEntry } from '../../ui/timeline.tsx';
import { taskRepeatTexts } from '../../words/format-tasks.ts';
import { type Clock, formatDay, formatRelativeTime } from '../../words/format-time.ts';

export type FullTask = z.output<typeof show_task.output>['data'];

const texts = {
  written: { en: 'wrote it', ru: 'записано' },
  in_progress: { en: 'started the work', ru: 'взято в работу' },
  done: { en: 'said that it is done', ru: 'сделано' },
  cancelled: { en: 'cancelled it', ru: 'отменено' },
  open: { en: 'opened it again', ru: 'снова открыто' },
  title: { en: 'changed the title', ru: 'изменён заголовок' },
  body: { en: 'changed the description', ru: 'изменено описание' },
  day: { en: 'moved the due day to', ru: 'новый срок:' },
  noDay: { en: 'removed the due day', ru: 'срок снят' },
  remind: { en: 'changed the reminder', ru: 'изменено напоминание' },
  repeats: { en: 'repeats', ru: 'повторение:' },
  once: { en: 'no longer repeats', ru: 'больше не повторяется' },
  people: { en: 'changed who does it', ru: 'изменено, кто делает' },
  visibility: { en: 'changed who sees it', ru: 'изменено, кто видит' },
  tags: { en: 'changed the tags', ru: 'изменены метки' },
  confirmed: { en: 'confirmed that it is done', ru: 'подтверждено, что сделано' },
  outcome: { en: 'decided', ru: 'принято решение' },
} as const satisfies Record<string, Text>;

/** Changes of a task as texts, newest first. */
export function formatTaskHistory(task: FullTask, clock: Clock): TimelineEntry[] {
  const { language } = clock;
  const happened = task.history.map((change) => ({
    at: change.created_at,
    when: formatRelativeTime(change.created_at, clock),
    what: [
      change.author,
      ...Object.entries(change.changes).map(([name, values]) => formatChange(name, values.at(-1), clock)),
    ].join(' · '),
    comment: change.comment,
    done: change.changes.status?.at(-1) === 'done',
  }));
  const written = {
    at: task.created_at,
    when: formatRelativeTime(task.created_at, clock),
    what: `${task.author_name} · ${texts.written[language]}`,
    comment: '',
    done: false,
  };
  // A truncated history holds the latest changes only, so the creation is left out.
  const all = task.history_count > task.history.length ? happened : [written, ...happened];
  return all.toReversed().map(({ comment, what, ...each }) => ({
    ...each,
    what: comment === '' ? what : `${what}: «${comment}»`,
  }));
}

function formatChange(name: string, value: unknown, clock: Clock): string {
  const { language } = clock;
  const say = (text: Text) => text[language];
  switch (name) {
    case 'status':
      return isNamed(texts, value) ? say(texts[value]) : '';
    case 'due_on':
      return typeof value === 'string' ? `${say(texts.day)} ${formatDay(value, clock)}` : say(texts.noDay);
    case 'repeats':
      return isNamed(taskRepeatTexts, value)
        ? `${say(texts.repeats)} ${say(taskRepeatTexts[value])}`
        : say(texts.once);
    case 'remind_before':
      return say(texts.remind);
    case 'assignee_id':
    case 'assignees':
      return say(texts.people);
    default:
      return isNamed(texts, name) ? say(texts[name]) : '';
  }
}

function isNamed<Names extends object>(names: Names, value: unknown): value is keyof Names {
  return typeof value === 'string' && Object.hasOwn(names, value);
}
