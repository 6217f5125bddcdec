import { z } from 'zod';
import type { SignedInContext } from '../../../domain/kernel/context.ts';
import { id, opaqueCursor, outCursor, pageLimit } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { detail } from '../../../domain/kernel/reply-summary.ts';
import {
  findConversation,
  listMessages,
  listReportedMessages,
} from '../../../store/messaging/conversation-lists.ts';
import {
  conversation as conversationShape,
  listMessageMedia,
  messageFilter,
  messageWithMedia,
  showConversation,
  showMessage,
} from './shapes.ts';

export const list_messages = defineOperation({
  name: 'list_messages',
  tag: 'Messenger',
  route: 'GET /conversations/{conversation}/messages',
  success: 200,
  scope: 'mcp:private',
  audiences: ['resident', 'settlement', 'company'],
  summary: 'The messages of a conversation, newest first.',
  description: 'Only read_conversation marks as read.',
  input: z.object({
    conversation: id.describe('From list_conversations.'),
    ...messageFilter,
    detail,
    limit: pageLimit(100, 30),
    cursor: opaqueCursor.optional(),
  }),
  summaryFields: [
    'conversation.id',
    'conversation.title',
    'messages.id',
    'messages.number',
    'messages.author.name',
    'messages.is_mine',
    'messages.body',
    'messages.created_at',
    'cursor',
  ],
  output: z.object({
    conversation: conversationShape
      .nullable()
      .describe('Null when only reported messages of a foreign conversation are shown.'),
    messages: z.array(messageWithMedia),
    cursor: outCursor,
  }),
  async show({ conversation, limit, cursor, ...filter }, context) {
    const { db, caller, cursors, services, now, language } = context;
    const reader = { accountId: caller.accountId, language };
    const found = await findConversation(db, conversation, caller.accountId);
    if (found === undefined)
      return {
        conversation: null,
        messages: await showReportedMessages(conversation, context),
        cursor: null,
      };
    const bound = { conversation, ...filter };
    const position = cursors.parse('list_messages', bound, cursor);
    const [before] = position.key;
    const rows = await listMessages(db, conversation, { ...filter, before }, limit + 1);
    const { page, cursor: next } = position.slicePage(rows, limit, (last) => [last.number]);
    const media = await listMessageMedia(db, services, page, now());
    return {
      conversation: showConversation(found, language),
      messages: page.map((row) => ({
        media: media.get(row.id) ?? [],
        ...showMessage(row, found, reader),
      })),
      cursor: next,
    };
  },
});

/** For the board or a moderator: only the reported messages, without their context. */
async function showReportedMessages(conversation: string, context: SignedInContext) {
  const { db, caller, services, now, language } = context;
  const rows = await listReportedMessages(db, conversation, caller);
  if (rows.length === 0) refuse.notFound('conversation');
  const reader = { accountId: caller.accountId, language };
  const media = await listMessageMedia(db, services, rows, now());
  return rows.map((row) => ({
    media: media.get(row.id) ?? [],
    ...showMessage(row, { kind: row.kind, plotNumber: row.plotNumber }, reader),
  }));
}
