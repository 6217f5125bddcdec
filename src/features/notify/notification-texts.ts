import type { Language, Text } from '../../base/i18n/text.ts';
import { isTroublePhrase, troubleTexts } from '../../domain/rules/trouble-texts.ts';
import { boardChangeTexts } from './board-change-texts.ts';
import { companyTexts } from './company-texts.ts';
import { formatNotificationValue } from './notification-values.ts';
import { reportTexts } from './report-texts.ts';
import { residencyEndingTexts } from './residency-ending-texts.ts';

/**
 * Every notification key with its text in both languages. Routing can name no key that is missing here and must
 * supply every placeholder in braces: either mistake fails the build.
 */
export const notificationTexts = {
  'notifications.proposal_waiting': {
    en: 'A correction to “{subject}” is waiting for the board.',
    ru: 'Правка карточки «{subject}» ждёт решения правления.',
  },
  'notifications.proposal_approved': {
    en: 'Your correction to “{subject}” was accepted.',
    ru: 'Ваша правка карточки «{subject}» принята.',
  },
  'notifications.proposal_refused': {
    en: 'Your correction to “{subject}” was not accepted. Reason: {reason}',
    ru: 'Ваша правка карточки «{subject}» не принята. Причина: {reason}',
  },
  'notifications.knowledge_waiting': {
    en: 'The article “{title}” is waiting for a moderator.',
    ru: 'Статья «{title}» ждёт проверки.',
  },
  'notifications.knowledge_passed': {
    en: 'Your text for “{title}” is published.',
    ru: 'Ваш текст «{title}» опубликован.',
  },
  'notifications.knowledge_returned': {
    en: 'Your text for “{title}” was returned. Reason: {reason}',
    ru: 'Ваш текст «{title}» вернули. Причина: {reason}',
  },
  'notifications.residency_waiting': {
    en: 'Somebody says they belong to plot {plot}: please check.',
    ru: 'Новая заявка на участок {plot}: проверьте, пожалуйста.',
  },
  'notifications.residency_reminded': {
    en: 'The claim to plot {plot} is still waiting: the person sends a reminder.',
    ru: 'Заявка на участок {plot} всё ещё ждёт: человек просит о ней не забыть.',
  },
  'notifications.residency_asked': {
    en: 'Somebody asks to join your plot {plot} as family or a tenant: do you know them?',
    ru: 'Кто-то просится на ваш участок {plot} как семья или жилец: вы его знаете?',
  },
  'notifications.residency_confirmed': {
    en: 'You are confirmed on plot {plot}.',
    ru: 'Вас подтвердили на участке {plot}.',
  },
  'notifications.residency_confirmed_with_note': {
    en: 'The board confirmed you on plot {plot} and adds: {note}',
    ru: 'Правление подтвердило вас на участке {plot} и добавляет: {note}',
  },
  'notifications.residency_joined': {
    en: 'Somebody joined plot {plot} on your invitation.',
    ru: 'По вашему приглашению на участок {plot} добавился новый житель.',
  },
  'notifications.residency_refused': {
    en: 'The board did not confirm you on plot {plot}. Reason: {reason}',
    ru: 'Правление не подтвердило вас на участке {plot}. Причина: {reason}',
  },
  'notifications.residency_ended': {
    en: 'You no longer belong to plot {plot}. Reason: {reason}',
    ru: 'Вы больше не числитесь на участке {plot}. Причина: {reason}',
  },
  'notifications.review_posted': {
    en: 'A resident of {settlement} reviewed “{subject}”: read it and answer.',
    ru: 'В посёлке «{settlement}» оставили отзыв о «{subject}»: прочтите и ответьте.',
  },
  'notifications.review_answered': {
    en: '“{subject}” answered your review.',
    ru: '«{subject}»: на ваш отзыв ответили.',
  },
  'notifications.review_hidden': {
    en: 'Your review of “{subject}” was hidden. Reason: {reason}',
    ru: 'Ваш отзыв о «{subject}» скрыт. Причина: {reason}',
  },
  'notifications.review_restored': {
    en: 'Your review of “{subject}” can be seen again.',
    ru: 'Ваш отзыв о «{subject}» снова виден.',
  },
  'notifications.article_hidden': {
    en: 'The board hid your entry “{title}”. Reason: {reason}',
    ru: 'Правление скрыло вашу запись «{title}». Причина: {reason}',
  },
  'notifications.article_hidden_unexplained': {
    en: 'The board hid your entry “{title}” and gave no reason.',
    ru: 'Правление скрыло вашу запись «{title}», не назвав причины.',
  },
  'notifications.article_shown': {
    en: 'The board shows your entry “{title}” again.',
    ru: 'Правление снова открыло вашу запись «{title}».',
  },
  'notifications.article_published': {
    en: 'The board published your draft “{title}”.',
    ru: 'Правление опубликовало ваш черновик «{title}».',
  },
  'notifications.media_hidden': {
    en: 'The board hid your photograph “{caption}”. Reason: {reason}',
    ru: 'Правление скрыло вашу фотографию «{caption}». Причина: {reason}',
  },
  'notifications.media_hidden_unexplained': {
    en: 'The board hid your photograph “{caption}” and gave no reason.',
    ru: 'Правление скрыло вашу фотографию «{caption}», не назвав причины.',
  },
  'notifications.media_shown': {
    en: 'The board shows your photograph “{caption}” again.',
    ru: 'Правление снова открыло вашу фотографию «{caption}».',
  },
  'notifications.media_removed': {
    en: 'The board removed your photograph “{caption}” from a task.',
    ru: 'Правление удалило вашу фотографию «{caption}» из задачи.',
  },
  'notifications.task_written': { en: 'A new request: “{title}”.', ru: 'Новая заявка: «{title}».' },
  'notifications.task_assigned': {
    en: 'The task “{title}” is yours now.',
    ru: 'Задача «{title}» поручена вам.',
  },
  'notifications.task_offered': {
    en: 'A neighbour asks you: “{title}”.',
    ru: 'Сосед просит: «{title}».',
  },
  'notifications.task_accepted': {
    en: 'Your neighbour has taken on “{title}”.',
    ru: 'Сосед поможет: «{title}».',
  },
  'notifications.task_declined': {
    en: 'Nobody there can take on “{title}”.',
    ru: 'За «{title}» у соседей никто не взялся.',
  },
  'notifications.task_open': {
    en: 'The task “{title}” is open again.',
    ru: 'Задача «{title}» снова открыта.',
  },
  'notifications.task_in_progress': { en: 'Work on “{title}” has begun.', ru: 'Задача «{title}» в работе.' },
  'notifications.task_done': { en: 'The task “{title}” is done.', ru: 'Задача «{title}» выполнена.' },
  'notifications.task_cancelled': {
    en: 'The task “{title}” was cancelled.',
    ru: 'Задача «{title}» отменена.',
  },
  'notifications.task_due': {
    en: 'The task “{title}” is due on {day}.',
    ru: 'Срок задачи «{title}» — {day}.',
  },
  ...companyTexts,
  'notifications.meter_due': {
    en: 'The board is waiting for your meter reading by {day}.',
    ru: 'Правление ждёт показания вашего счётчика до {day}.',
  },
  'notifications.device_trouble': {
    en: `No connection: {name}. ${troubleTexts.check.en}.`,
    ru: `Нет связи: {name}. ${troubleTexts.check.ru}.`,
  },
  'notifications.sensor_below': {
    en: `${troubleTexts.below.en}. ${troubleTexts.askedBelow.en}. Began at {since}.`,
    ru: `${troubleTexts.below.ru}. ${troubleTexts.askedBelow.ru}. Началось в {since}.`,
  },
  'notifications.sensor_above': {
    en: `${troubleTexts.above.en}. ${troubleTexts.askedAbove.en}. Began at {since}.`,
    ru: `${troubleTexts.above.ru}. ${troubleTexts.askedAbove.ru}. Началось в {since}.`,
  },
  'notifications.sensor_silent': {
    en: `${troubleTexts.silent.en}. ${troubleTexts.check.en}. Last data: {since}.`,
    ru: `${troubleTexts.silent.ru}. ${troubleTexts.check.ru}. Последние данные: {since}.`,
  },
  'notifications.sensor_on': {
    en: `${troubleTexts.on.en}. Began at {since}.`,
    ru: `${troubleTexts.on.ru}. Началось в {since}.`,
  },
  'notifications.settlement_asked': {
    en: 'Somebody asks to add “{settlement}”.',
    ru: 'Просят добавить посёлок «{settlement}».',
  },
  'notifications.settlement_accepted': {
    en: '“{settlement}” has been added: open it and say that you live there.',
    ru: 'Посёлок «{settlement}» добавлен: откройте его и скажите, что живёте там.',
  },
  'notifications.settlement_accepted_as_board': {
    en: '“{settlement}” has been added, and you are its board.',
    ru: 'Посёлок «{settlement}» добавлен, и вы — его правление.',
  },
  'notifications.settlement_returned': {
    en: '“{settlement}” was not added. Reason: {reason}',
    ru: 'Посёлок «{settlement}» не добавили. Причина: {reason}',
  },
  'notifications.role_moderator_given': {
    en: 'You are a moderator of the platform now. Reason: {reason}',
    ru: 'Вы теперь модератор площадки. Причина: {reason}',
  },
  'notifications.role_moderator_taken': {
    en: 'You are no longer a moderator of the platform. Reason: {reason}',
    ru: 'Вы больше не модератор площадки. Причина: {reason}',
  },
  'notifications.role_operator_given': {
    en: 'You are an operator of the installation now. Reason: {reason}',
    ru: 'Вы теперь администратор площадки. Причина: {reason}',
  },
  'notifications.role_operator_taken': {
    en: 'You are no longer an operator of the installation. Reason: {reason}',
    ru: 'Вы больше не администратор площадки. Причина: {reason}',
  },
  'notifications.role_of_another_moderator_given': {
    en: '{name} was made a moderator. Reason: {reason}',
    ru: '{name}: дали роль модератора. Причина: {reason}',
  },
  'notifications.role_of_another_moderator_taken': {
    en: '{name} is no longer a moderator. Reason: {reason}',
    ru: '{name}: сняли роль модератора. Причина: {reason}',
  },
  'notifications.role_of_another_operator_given': {
    en: '{name} was made an operator. Reason: {reason}',
    ru: '{name}: дали роль администратора. Причина: {reason}',
  },
  'notifications.role_of_another_operator_taken': {
    en: '{name} is no longer an operator. Reason: {reason}',
    ru: '{name}: сняли роль администратора. Причина: {reason}',
  },
  ...boardChangeTexts,
  ...residencyEndingTexts,
  'notifications.message_received': { en: '{sender} wrote to you.', ru: 'Вам пишет {sender}.' },
  ...reportTexts,
  'notifications.urgent_notice': { en: 'Urgent: “{title}”.', ru: 'Срочно: «{title}».' },
  'notifications.announcement_published': { en: 'Announcement: “{title}”.', ru: 'Объявление: «{title}».' },
  'notifications.announcement_changed': {
    en: 'The day has changed: “{title}”.',
    ru: 'Изменились день или время: «{title}».',
  },
  'notifications.announcement_cancelled': { en: 'Called off: “{title}”.', ru: 'Отменяется: «{title}».' },
} as const satisfies Record<`notifications.${string}`, Text>;

export type NotificationKey = keyof typeof notificationTexts;

type PlaceholderNames<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholderNames<Rest>
  : never;

/** The placeholders of a key's texts. */
export type Replacements<Key extends NotificationKey> = Readonly<
  Record<PlaceholderNames<(typeof notificationTexts)[Key][Language]>, string>
>;

export const topics = ['my_requests', 'review_queue', 'reminders'] as const;
export type Topic = (typeof topics)[number];
/** Urgent notices come in emails of their own, which wait for nothing. */
export const urgentEmailTopic = 'urgent';
export type EmailTopic = Topic | typeof urgentEmailTopic;

export const notificationChannels = ['in_app', 'mail', 'push'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

export const topicNames: Readonly<Record<Topic, Text>> = {
  my_requests: { en: 'About you and what you sent in', ru: 'О вас и о том, что вы подавали' },
  review_queue: { en: 'Waiting for you', ru: 'Ждёт вас' },
  reminders: { en: 'News and reminders', ru: 'Новости и напоминания' },
};
export const emailTopicNames: Readonly<Record<EmailTopic, Text>> = {
  ...topicNames,
  [urgentEmailTopic]: { en: 'Urgent announcements', ru: 'Срочные объявления' },
};

/** Formats a stored notification. A key of an older version falls back to the name of its topic. */
export function formatNotification(
  stored: { key: string; topic: string; replacements: Readonly<Record<string, string>> },
  language: Language,
): string {
  const sentence: Text | undefined = Object.hasOwn(notificationTexts, stored.key)
    ? notificationTexts[stored.key as NotificationKey]
    : topicNames[stored.topic as Topic];
  const said = sentence?.[language] ?? '';
  return said.replaceAll(/\{(\w+)\}(\.?)/g, (_, name: string, stop: string, at: number) => {
    const value = Object.hasOwn(stored.replacements, name)
      ? formatNotificationValue(name, String(stored.replacements[name]), language, said[at - 1])
      : // Notifications of an older version do not have them.
        name === 'part' || isTroublePhrase(name)
        ? ''
        : '…';
    // A shortened name ends with a full stop of its own.
    return value.endsWith('.') ? value : value + stop;
  });
}
