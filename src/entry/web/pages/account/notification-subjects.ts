import type { z } from 'zod';
import type { Text } from '../../../../base/i18n/text.ts';
import type { show_notification_preferences } from '../../../../features/operations/notification/show_notification_preferences.ts';
import * as labels from '../../words/labels.ts';

export type Preferences = z.output<typeof show_notification_preferences.output>;
export type Way = keyof Preferences['channels'];

const kinds = ['urgent', 'news', 'messages', 'devices', 'tasks'] as const;
const topics = ['my_requests', 'review_queue'] as const;
export const subjects = [...kinds, ...topics] as const;
export type Subject = (typeof subjects)[number];

export const subjectTexts = {
  urgent: {
    title: { en: 'Urgent announcements', ru: 'Срочные объявления' },
    about: {
      en: 'No water, no power, danger: at once, also at night, until you press “Understood”.',
      ru: 'Нет воды, света, опасность: сразу, даже ночью, пока не нажмёте «Понятно».',
    },
  },
  news: {
    title: labels.announcements,
    about: { en: 'What the board tells everybody.', ru: 'Что правление сообщает всем.' },
  },
  messages: {
    title: labels.messages,
    about: {
      en: 'Neighbours, the board or a company wrote.',
      ru: 'Написали соседи, правление или компания.',
    },
  },
  devices: {
    title: labels.devices,
    about: {
      en: 'A sensor raises an alarm or stops responding.',
      ru: 'Датчик предупреждает или не отвечает.',
    },
  },
  tasks: {
    title: labels.tasks,
    about: { en: 'Reminders, and what you are asked to do.', ru: 'Напоминания и о чём вас просят.' },
  },
  my_requests: {
    title: labels.myRequests,
    about: { en: 'What happened to what you sent in.', ru: 'Что ответили на ваши заявки и правки.' },
  },
  review_queue: {
    title: { en: 'Waiting for me', ru: 'Ждёт моего решения' },
    about: { en: 'Requests and corrections that wait for you.', ru: 'Заявки и правки, которые ждут вас.' },
  },
} as const satisfies Record<Subject, { title: Text; about: Text }>;

const isKind = (subject: Subject): subject is (typeof kinds)[number] =>
  kinds.some((kind) => kind === subject);

/** Announcements, messages, devices and tasks come only while the topic of reminders is on, too; urgent ones always. */
export function isSubjectOn(current: Preferences, subject: Subject, way: Way): boolean {
  return isKind(subject)
    ? current.kinds[subject][way] && (subject === 'urgent' || current.topics.reminders[way])
    : current.topics[subject][way];
}

/**
 * What to set so that the page shows these switches; those not given stay as they are. Where all reminders were off,
 * they are switched on and each kind gets what its switch shows.
 */
export function changeSubjects(
  current: Preferences,
  wanted: readonly { subject: Subject; way: Way; isOn: boolean }[],
): { topics: Record<string, Record<string, boolean>>; kinds: Record<string, Record<string, boolean>> } {
  const change = {
    topics: {} as Record<string, Record<string, boolean>>,
    kinds: {} as Record<string, Record<string, boolean>>,
  };
  const set = (group: 'topics' | 'kinds', name: string, way: Way, isOn: boolean) => {
    change[group][name] = { ...change[group][name], [way]: isOn };
  };
  for (const { subject, way, isOn } of wanted) {
    if (!isKind(subject)) set('topics', subject, way, isOn);
    else if (subject === 'urgent' || current.topics.reminders[way]) set('kinds', subject, way, isOn);
    else if (isOn) {
      set('topics', 'reminders', way, true);
      for (const kind of kinds.filter((each) => each !== 'urgent'))
        change.kinds[kind] = { [way]: false, ...change.kinds[kind] };
      set('kinds', subject, way, true);
    }
  }
  return change;
}
