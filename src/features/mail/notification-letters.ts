import type { Db } from '../../base/db/connect.ts';
import type { Language, Text } from '../../base/i18n/text.ts';
import { kindOf } from '../../domain/rules/notification-preferences.ts';
import {
  type ItemPair,
  type LetterItemRow,
  type LetterReader,
  listDuePairs,
  listRecentLetters,
  lockReaders,
  putItemsOff,
  takeItems,
} from '../../store/messaging/letter-items.ts';
import { insertLetter, type NewLetter, noteLetterEvents } from '../../store/messaging/letters.ts';
import { sayNotification, type Topic, topicNames } from '../notify/wording.ts';
import { type LetterContent, renderHtml, renderText, subjectOf } from './letter-page.ts';
import { createMessageId } from './message-id.ts';
import type { UnsubscribeTokens } from './unsubscribe-token.ts';

export interface LetterParts {
  baseUrl: string;
  unsubscribe: UnsubscribeTokens;
  newId(): string;
}

const hour = 3_600_000;
/** When to check again while an earlier email of the topic is still in the outbox. */
const lookAgain = 10 * 60_000;
const mostEntries = 50;

const words = {
  more: { en: 'and more', ru: 'и ещё' },
  stop: { en: 'No more letters of this kind', ru: 'Не присылать такие письма' },
  settings: { en: 'What to write to you about', ru: 'О чём вам писать' },
} as const satisfies Record<string, Text>;

/**
 * Composes due notifications into emails: one per account and topic, at most one an hour; what comes sooner is
 * postponed. Returns how many pairs were handled; zero means nothing is left to do now.
 */
export async function composeLetters(db: Db, parts: LetterParts, now: Date, limit = 500): Promise<number> {
  const due = await listDuePairs(db, now, limit);
  if (due.length === 0) return 0;
  const readers = new Map(
    (await lockReaders(db, [...new Set(due.map((pair) => pair.accountId))])).map((row) => [row.id, row]),
  );
  const pairs = due.filter((pair) => readers.has(pair.accountId));
  const recent = new Map(
    (await listRecentLetters(db, [...readers.keys()], new Date(now.getTime() - hour))).map((row) => [
      keyOf(row),
      row,
    ]),
  );
  const early = pairs.filter((pair) => recent.has(keyOf(pair)));
  const until = early.map((pair) => {
    const last = recent.get(keyOf(pair));
    return last === undefined || last.isWaiting
      ? new Date(now.getTime() + lookAgain)
      : new Date(last.lastAt.getTime() + hour + 1);
  });
  await putItemsOff(db, early, until, now);
  const free = pairs.filter((pair) => !recent.has(keyOf(pair)));
  for (const rows of groupByPair(await takeItems(db, free))) {
    const [{ accountId, topic }] = rows as [LetterItemRow];
    const reader = readers.get(accountId) as LetterReader;
    const unread = rows.filter((row) => !row.isRead && (reader.kinds?.[kindOf(row.key)]?.mail ?? true));
    if (unread.length > 0 && wantsLetters(reader, topic)) {
      const letter = writeLetter(reader, topic as Topic, unread, parts, now);
      await insertLetter(db, letter);
      await noteLetterEvents(
        db,
        letter.id,
        unread.map((row) => row.eventId),
      );
    }
  }
  return pairs.length;
}

function keyOf({ accountId, topic }: ItemPair): string {
  return `${accountId} ${topic}`;
}

function groupByPair(items: readonly LetterItemRow[]): Iterable<LetterItemRow[]> {
  const groups = new Map<string, LetterItemRow[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups.values();
}

function wantsLetters(reader: LetterReader, topic: string): boolean {
  return reader.isReachable && (reader.channels?.mail ?? true) && (reader.topics?.[topic]?.mail ?? true);
}

export function writeLetter(
  reader: Pick<LetterReader, 'id' | 'email' | 'language'>,
  topic: Topic,
  items: readonly LetterItemRow[],
  parts: LetterParts,
  at: Date,
): NewLetter {
  const { language } = reader;
  const stop = `${parts.baseUrl}/unsubscribe/${parts.unsubscribe.seal({ accountId: reader.id, topic })}`;
  const entries = items.slice(0, mostEntries).map((item) => ({
    sentence: sayNotification(item, language),
    link: `${parts.baseUrl}${item.url}`,
  }));
  const content: LetterContent = {
    language,
    heading: topicNames[topic][language],
    entries,
    ...(items.length > mostEntries && {
      paragraphs: [`${words.more[language]} ${items.length - mostEntries}`],
    }),
    footer: [
      { sentence: words.stop[language], link: stop },
      { sentence: words.settings[language], link: `${parts.baseUrl}/account/notifications` },
    ],
  };
  const id = parts.newId();
  return {
    id,
    accountId: reader.id,
    topic,
    to: reader.email,
    messageId: createMessageId(id, parts.baseUrl),
    subject: subjectOf(titleOf(topic, entries, items.length, language)),
    text: renderText(content),
    html: renderHtml(content),
    headers: {
      'List-Unsubscribe': `<${stop}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    at,
  };
}

/** One event: its own text; several: the name of the topic. */
function titleOf(
  topic: Topic,
  entries: readonly { sentence: string }[],
  count: number,
  language: Language,
): string {
  const [only] = entries;
  return count === 1 && only !== undefined ? only.sentence : `${topicNames[topic][language]} (${count})`;
}
