import type { Db } from '../../base/db/connect.ts';
import { nestQuotes } from '../../base/i18n/quotes.ts';
import type { Language, Text } from '../../base/i18n/text.ts';
import { maskMentions } from '../../domain/rules/mentions.ts';
import { findQuietEnd } from '../../domain/rules/morning.ts';
import { findNotificationKind } from '../../domain/rules/notification-preferences.ts';
import { readMarkdown } from '../../engines/markup/markdown.ts';
import { toPlainText } from '../../engines/markup/plain-text.ts';
import {
  type AccountTopic,
  consumeEmailItems,
  type EmailItemRow,
  type EmailRecipient,
  listDueAccountTopics,
  listRecentEmails,
  listToldPlaces,
  lockEmailRecipients,
  postponeEmailItems,
  type ToldEvent,
  type ToldPlace,
} from '../../store/messaging/email-items.ts';
import {
  type EmailRow,
  insertEmail,
  type NewEmail,
  saveEmailEvents,
  saveEmailText,
} from '../../store/messaging/email-outbox.ts';
import {
  type EmailTopic,
  emailTopicNames,
  formatNotification,
  urgentEmailTopic,
} from '../notify/notification-texts.ts';
import type { AcknowledgeTokens } from './acknowledge-token.ts';
import { type EmailContent, formatSubject, renderEmailHtml, renderEmailText } from './email-template.ts';
import { createMessageId } from './message-id.ts';
import type { UnsubscribeTokens } from './unsubscribe-token.ts';

export interface EmailComposerOptions {
  baseUrl: string;
  unsubscribe: UnsubscribeTokens;
  acknowledge: AcknowledgeTokens;
  newId(): string;
}

const hour = 3_600_000;
/** When to check again while an earlier email of the topic is still in the outbox. */
const recheckMilliseconds = 10 * 60_000;
const maxEntries = 50;

const texts = {
  more: { en: 'and more', ru: 'и ещё' },
  stop: { en: 'No more emails like this', ru: 'Не присылать такие письма' },
  settings: { en: 'What to notify you about', ru: 'О чём вам писать' },
  understood: { en: 'Read it and confirm that you know', ru: 'Прочитать и отметить, что вы знаете' },
  repeated: {
    en: 'Until somebody on your plot presses “Understood”, we remind you after 1, 6 and 24 hours.',
    ru: 'Пока на вашем участке никто не нажмёт «Понятно», напомним через час, через 6 часов и через сутки.',
  },
} as const satisfies Record<string, Text>;

/**
 * Composes due notifications into emails: one per account and topic, at most one an hour and none in quiet hours;
 * what comes sooner is postponed. What is urgent waits for nothing. Returns how many pairs were handled; zero means nothing is left to do now.
 */
export async function composeNotificationEmails(
  db: Db,
  options: EmailComposerOptions,
  now: Date,
  limit = 500,
): Promise<number> {
  const due = await listDueAccountTopics(db, now, limit);
  if (due.length === 0) return 0;
  const readers = new Map(
    (await lockEmailRecipients(db, [...new Set(due.map((pair) => pair.accountId))])).map((row) => [
      row.id,
      row,
    ]),
  );
  const pairs = due.filter((pair) => readers.has(pair.accountId));
  const recent = new Map(
    (await listRecentEmails(db, [...readers.keys()], new Date(now.getTime() - hour))).map((row) => [
      pairKey(row),
      row,
    ]),
  );
  const quietEnds = new Map(
    [...readers.values()].flatMap(({ id, quiet, timeZone }) => {
      const end = quiet && findQuietEnd(now, quiet, timeZone);
      return end ? [[id, end] as const] : [];
    }),
  );
  const isEarly = (pair: AccountTopic) =>
    pair.topic !== urgentEmailTopic && (quietEnds.has(pair.accountId) || recent.has(pairKey(pair)));
  const early = pairs.filter(isEarly);
  const until = early.map((pair) => {
    const end = quietEnds.get(pair.accountId);
    if (end !== undefined) return end;
    const last = recent.get(pairKey(pair));
    return last === undefined || last.isWaiting
      ? new Date(now.getTime() + recheckMilliseconds)
      : new Date(last.lastAt.getTime() + hour + 1);
  });
  await postponeEmailItems(db, early, until, now);
  const free = pairs.filter((pair) => !isEarly(pair));
  const items = await consumeEmailItems(db, free);
  const places = await listToldPlaces(db, items);
  for (const rows of groupByPair(items)) {
    const [{ accountId, topic }] = rows as [EmailItemRow];
    const reader = readers.get(accountId) as EmailRecipient;
    const unread = rows.filter(
      (row) => !row.isOutdated && (reader.kinds?.[findNotificationKind(row.key)]?.mail ?? true),
    );
    if (unread.length > 0 && wantsEmail(reader, topic)) {
      const letter = buildNotificationEmail(reader, topic as EmailTopic, unread, places, options, now);
      await insertEmail(db, letter);
      await saveEmailEvents(
        db,
        letter.id,
        unread.map((row) => row.eventId),
      );
    }
  }
  return pairs.length;
}

/** An email from the outbox with what is left to tell; null: nothing is. */
export async function recomposeEmail(
  db: Db,
  email: EmailRow,
  options: EmailComposerOptions,
): Promise<EmailRow | null> {
  const { remaining, accountId } = email;
  if (remaining === null || accountId === null) return email;
  if (remaining.length === 0) return null;
  const reader = { id: accountId, email: email.to, language: email.language ?? 'ru' };
  const { subject, text, html, told } = buildNotificationEmail(
    reader,
    email.topic as EmailTopic,
    remaining,
    await listToldPlaces(db, remaining),
    options,
    email.createdAt,
  );
  await saveEmailText(db, email.id, { subject, text, html, told });
  return { ...email, subject, text, html };
}

function pairKey({ accountId, topic }: AccountTopic): string {
  return `${accountId} ${topic}`;
}

function groupByPair(items: readonly EmailItemRow[]): Iterable<EmailItemRow[]> {
  const groups = new Map<string, EmailItemRow[]>();
  for (const item of items) {
    const group = groups.get(pairKey(item));
    if (group === undefined) groups.set(pairKey(item), [item]);
    else group.push(item);
  }
  return groups.values();
}

function wantsEmail(reader: EmailRecipient, topic: string): boolean {
  // The kind `urgent`, which can be switched off, has been looked at with the items.
  if (topic === urgentEmailTopic) return reader.isReachable && (reader.channels?.mail ?? true);
  return reader.isReachable && (reader.channels?.mail ?? true) && (reader.topics?.[topic]?.mail ?? true);
}

export function buildNotificationEmail(
  reader: Pick<EmailRecipient, 'id' | 'email' | 'language'>,
  topic: EmailTopic,
  items: readonly ToldEvent[],
  places: readonly ToldPlace[],
  options: EmailComposerOptions,
  at: Date,
): NewEmail {
  const { language } = reader;
  const stop = `${options.baseUrl}/unsubscribe/${options.unsubscribe.issue({ accountId: reader.id, topic })}`;
  const village = findOnlyVillage(items, places);
  const entries = items.slice(0, maxEntries).map((item) => {
    const sentence = formatNotification({ ...item, topic }, language);
    const own = places.find(({ eventId }) => eventId === item.eventId)?.village;
    return {
      sentence: village === undefined ? nameVillage(own, sentence) : sentence,
      link: `${options.baseUrl}${item.url}`,
      ...(topic === urgentEmailTopic && { paragraphs: findBody(item, places, language) }),
    };
  });
  const { paragraphs = [], ...urgent } =
    topic === urgentEmailTopic ? describeUrgent(reader, items, places, options) : {};
  const content: EmailContent = {
    language,
    heading: nameVillage(village, emailTopicNames[topic][language]),
    entries,
    ...urgent,
    paragraphs: [
      ...paragraphs,
      ...(items.length > maxEntries ? [`${texts.more[language]} ${items.length - maxEntries}`] : []),
    ],
    footer: [
      { sentence: texts.stop[language], link: stop },
      { sentence: texts.settings[language], link: `${options.baseUrl}/account/notifications` },
    ],
  };
  const id = options.newId();
  return {
    id,
    accountId: reader.id,
    topic,
    to: reader.email,
    messageId: createMessageId(id, options.baseUrl),
    subject: formatSubject(nameVillage(village, formatTitle(topic, entries, items.length, language))),
    text: renderEmailText(content),
    html: renderEmailHtml(content),
    headers: {
      'List-Unsubscribe': `<${stop}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    at,
    told: items.map(({ eventId, key, replacements, url }) => ({ eventId, key, replacements, url })),
  };
}

/** One notice, with a link that acknowledges it without signing in; several are entries that lead to their pages. */
function describeUrgent(
  { id, language }: Pick<EmailRecipient, 'id' | 'language'>,
  items: readonly ToldEvent[],
  places: readonly ToldPlace[],
  { baseUrl, acknowledge }: EmailComposerOptions,
): Pick<EmailContent, 'heading' | 'paragraphs' | 'button' | 'entries'> | Pick<EmailContent, 'paragraphs'> {
  const [only, ...others] = items;
  if (only === undefined || others.length > 0) return { paragraphs: [texts.repeated[language]] };
  const token = acknowledge.issue({ accountId: id, eventId: only.eventId });
  return {
    heading: nameVillage(
      findOnlyVillage(items, places),
      formatNotification({ ...only, topic: urgentEmailTopic }, language),
    ),
    paragraphs: [...findBody(only, places, language), texts.repeated[language]],
    button: {
      label: texts.understood[language],
      link: `${baseUrl}/acknowledge/${token}`,
    },
    entries: [],
  };
}

/** The village that all of them are about. */
function findOnlyVillage(items: readonly ToldEvent[], places: readonly ToldPlace[]): string | undefined {
  const villages = new Set(
    items.map(({ eventId }) => places.find((place) => place.eventId === eventId)?.village),
  );
  return villages.size === 1 ? [...villages][0] : undefined;
}

/** Whoever lives in two villages sees at once which one is meant. */
const nameVillage = (village: string | undefined, words: string) =>
  village === undefined || words.includes(village) || words.includes(nestQuotes(village))
    ? words
    : `${village}: ${words}`;

/** Letters of an urgent text that an email carries; its page has the rest. */
const maxBodyLetters = 2_000;

/** The paragraphs of an urgent notice: who has no time to open the page reads them at once. */
function findBody({ eventId }: ToldEvent, places: readonly ToldPlace[], language: Language): string[] {
  const body = places.find((place) => place.eventId === eventId)?.body ?? '';
  const text = toPlainText(readMarkdown(maskMentions(body, new Set(), language)));
  const cut = text.length > maxBodyLetters ? `${text.slice(0, maxBodyLetters - 1).toWellFormed()}…` : text;
  return cut.split('\n').filter(Boolean);
}

/** One event: its own text; several: the name of the topic. */
function formatTitle(
  topic: EmailTopic,
  entries: readonly { sentence: string }[],
  count: number,
  language: Language,
): string {
  const [only] = entries;
  return count === 1 && only !== undefined ? only.sentence : `${emailTopicNames[topic][language]} (${count})`;
}
