import { z } from 'zod';
import type { Db } from '../../../base/db/connect.ts';
import type { Language } from '../../../base/i18n/text.ts';
import { restOnly } from '../../../domain/kernel/argument-metadata.ts';
import {
  day,
  formatTimestamp,
  outEnum,
  outId,
  outText,
  outTimestamp,
  text,
} from '../../../domain/kernel/fields.ts';
import type { MediaUrlSigner } from '../../../engines/media/signed-media-path.ts';
import { listMediaOfMessages } from '../../../store/media/message-media.ts';
import type {
  ConversationRow,
  ConversationWithLast,
  MessageRow,
} from '../../../store/messaging/conversation-lists.ts';
import { sentFile, showMedia } from '../media/shapes.ts';

export const conversationKinds = ['person', 'board', 'company'] as const;

/** Filters for messages, or for conversations with a matching message. */
export const messageFilter = {
  q: text(120).optional().describe('Words to find.'),
  from: restOnly(day.optional().describe('Written on this day or later.')),
  to: restOnly(day.optional().describe('Or earlier.')),
};

export const message = z.object({
  id: outId,
  number: z.int().describe('1, 2, 3 … within the conversation, without a gap.'),
  author: z.object({
    id: outId
      .nullable()
      .describe('Null for somebody reached by the number of a plot: who lives there is not told.'),
    name: outText,
    side: outEnum(['person', 'plot', 'board', 'company']).describe(
      'For whom the author wrote: themselves, their plot, the board or a company.',
    ),
  }),
  is_mine: z.boolean().describe('Written by the calling account.'),
  is_hidden: z.boolean().describe('Hidden after a report; the body says only that.'),
  body: outText,
  created_at: outTimestamp,
});

export const messageWithMedia = message.extend({
  media: z.array(sentFile).describe('Photographs and files sent with it.'),
});

/** Files by message identifier; none for hidden messages. */
export async function listMessageMedia(
  db: Db,
  services: MediaUrlSigner,
  messages: readonly Pick<MessageRow, 'id' | 'isHidden' | 'hasMedia'>[],
  now: Date,
): Promise<Map<string, z.input<typeof sentFile>[]>> {
  const shown = messages.filter(({ isHidden, hasMedia }) => hasMedia && !isHidden).map(({ id }) => id);
  const media = await listMediaOfMessages(db, shown);
  return new Map([...media].map(([id, rows]) => [id, rows.map((row) => showMedia(services, row, [], now))]));
}

export const conversation = z.object({
  id: outId,
  kind: outEnum(conversationKinds),
  title: outText.describe('Whom the conversation is with, as the caller may know them.'),
  settlement_id: outId.nullable().describe('Null for a conversation with a company.'),
  settlement_name: outText.nullable(),
  company_id: outId.nullable().describe('Set for a conversation with a company.'),
  company_name: outText.nullable(),
  plot: z
    .object({ id: outId, number: outText })
    .nullable()
    .describe('Set when it was opened by writing to a plot.'),
  unread: z.int().describe('Messages the caller has not read.'),
  last_number: z.int().describe('Number of the last message.'),
  seen_number: z.int().describe('The last message the other side has read; 0 when none.'),
  is_blocked: z.boolean().describe('The caller takes no more messages here; see read_conversation.'),
});

export const conversationEntry = conversation.extend({
  last_message: message.describe('The last message, its text cut to 200 characters.'),
});

const texts = {
  plot: { en: 'Plot', ru: 'Участок' },
  board: { en: 'Board', ru: 'Правление' },
  hidden: { en: 'This message is hidden.', ru: 'Сообщение скрыто.' },
} as const;

/** Somebody reached by the number of a plot is titled by it: who lives there is not disclosed. */
export function formatConversationTitle(row: ConversationRow, language: Language): string {
  if (row.side === 'person') {
    if (row.kind === 'board') return `${texts.board[language]}: ${row.settlementName ?? ''}`;
    if (row.kind === 'company') return row.companyName ?? '';
  }
  if (row.personName !== null) return row.personName;
  return row.parcelId === null ? '' : `${texts.plot[language]} ${row.plotNumber ?? ''}`;
}

export function showConversation(row: ConversationRow, language: Language): z.input<typeof conversation> {
  return {
    id: row.id,
    kind: row.kind,
    title: formatConversationTitle(row, language),
    settlement_id: row.settlementId,
    settlement_name: row.settlementName,
    company_id: row.companyId,
    company_name: row.companyName,
    plot: row.parcelId === null ? null : { id: row.parcelId, number: row.plotNumber ?? '' },
    unread: Number(BigInt(row.lastNumber) - BigInt(row.readNumber)),
    last_number: Number(row.lastNumber),
    seen_number: Number(row.seenNumber),
    is_blocked: row.isBlocking,
  };
}

type Thread = Pick<ConversationRow, 'kind' | 'plotNumber'>;

export function showMessage(
  row: Omit<MessageRow, 'createdAt' | 'hasMedia'> & { createdAt: Date | string },
  thread: Thread,
  reader: { accountId: string; language: Language },
): z.input<typeof message> {
  const isMine = row.authorId === reader.accountId;
  const side = row.authorSide ?? (thread.kind === 'person' ? 'person' : thread.kind);
  const isUnnamed = side === 'plot' && !isMine;
  return {
    id: row.id,
    number: Number(row.number),
    author: {
      id: isUnnamed ? null : row.authorId,
      name: isUnnamed ? `${texts.plot[reader.language]} ${thread.plotNumber ?? ''}` : row.authorName,
      side,
    },
    is_mine: isMine,
    is_hidden: row.isHidden,
    body: row.isHidden ? texts.hidden[reader.language] : row.body,
    created_at: formatTimestamp(new Date(row.createdAt)),
  };
}

export function showConversationEntry(
  row: ConversationWithLast,
  reader: { accountId: string; language: Language },
): z.input<typeof conversationEntry> {
  return { ...showConversation(row, reader.language), last_message: showMessage(row.last, row, reader) };
}
