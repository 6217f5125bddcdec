import { removeInvisible } from '../../base/i18n/invisible-characters.ts';
import type { Language, Text } from '../../base/i18n/text.ts';
import { findNotificationKind } from '../../domain/rules/notification-preferences.ts';
import type { PushItemRow } from '../../store/messaging/push-items.ts';
import { formatNotification } from '../notify/notification-texts.ts';

/** The key of a push that somebody sends to their own device to see whether it arrives. */
export const pushTestKey = 'push.test';

/** The key that a push gets when what it told of was decided: it replaces the one on the screen. Set by `end_waiting`. */
export const pushEndedKey = 'push.ended';

export const isUrgentKey = (key: string) => key.startsWith('notifications.urgent');

const siteName: Text = { en: 'Settlements', ru: 'Посёлки' };

const testText: Text = {
  en: 'It works: notifications arrive on this device.',
  ru: 'Работает: уведомления приходят на это устройство.',
};

const endedText: Text = {
  en: 'Already decided: there is nothing left to do.',
  ru: 'Уже решено: делать ничего не нужно.',
};

/** What may be seen by whoever passes by: what it is about, and no name, number or word of anybody. */
const keyTexts: Readonly<Record<string, Text>> = {
  'notifications.sensor_silent': { en: 'A sensor is not responding', ru: 'Датчик молчит' },
  'notifications.device_trouble': { en: 'A device is not responding', ru: 'Устройство не отвечает' },
};
const topicTexts: Readonly<Record<string, Text>> = {
  my_requests: { en: 'An answer to what you sent in', ru: 'Есть ответ на то, что вы отправляли' },
  review_queue: { en: 'Something is waiting for you', ru: 'Кое-что ждёт вас' },
};
const kindTexts: Readonly<Record<string, Text>> = {
  urgent: { en: 'An urgent announcement', ru: 'Срочное объявление' },
  news: { en: 'A new announcement', ru: 'Новое объявление' },
  messages: { en: 'A new message', ru: 'Новое сообщение' },
  devices: { en: 'A sensor alarm', ru: 'Датчик: тревога' },
  tasks: { en: 'A reminder of a task', ru: 'Напоминание о задаче' },
};
const anyText: Text = { en: 'A new notification', ru: 'Новое уведомление' };

function findPlainText({ key, topic }: Pick<PushItemRow, 'key' | 'topic'>): Text {
  const kind = isUrgentKey(key) ? 'urgent' : findNotificationKind(key);
  return keyTexts[key] ?? topicTexts[topic] ?? kindTexts[kind] ?? anyText;
}

/** What the service worker shows and opens; see `service-worker/push.ts`. */
export interface PushPayload {
  readonly title: string;
  readonly body: string;
  /** A path below the address of the service. */
  readonly url: string;
  /** A second push of one event replaces the first. */
  readonly tag: string;
  readonly lang: Language;
  /** It makes no sound. */
  readonly silent?: true;
}

const maxTitle = 60;
const maxBody = 240;

export function composePush(
  item: Pick<
    PushItemRow,
    'eventId' | 'topic' | 'key' | 'replacements' | 'url' | 'language' | 'settlement' | 'showsText'
  >,
): PushPayload {
  const { language, key } = item;
  const body =
    key === pushTestKey
      ? testText[language]
      : key === pushEndedKey
        ? endedText[language]
        : item.showsText
          ? formatNotification(item, language)
          : findPlainText(item)[language];
  return {
    title: shorten(item.settlement ?? siteName[language], maxTitle),
    body: shorten(body, maxBody),
    url: item.url,
    tag: item.eventId,
    lang: language,
    ...(key === pushEndedKey && { silent: true }),
  };
}

function shorten(text: string, most: number): string {
  const line = removeInvisible(text).replaceAll(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most - 1).toWellFormed()}…` : line;
}
