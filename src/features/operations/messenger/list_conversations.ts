import { z } from 'zod';
import { opaqueCursor, outCursor, pageLimit } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { detail } from '../../../domain/kernel/reply-summary.ts';
import { listConversations } from '../../../store/messaging/conversation-lists.ts';
import { conversationEntry, messageFilter, showConversationEntry } from './shapes.ts';

export const list_conversations = defineOperation({
  name: 'list_conversations',
  tag: 'Messenger',
  route: 'GET /conversations',
  success: 200,
  scope: 'mcp:private',
  audiences: ['resident', 'settlement', 'company'],
  summary: 'Own conversations, latest first, with unread counts.',
  description: 'Also the board’s or company’s you act for.',
  input: z.object({
    ...messageFilter,
    detail,
    limit: pageLimit(100, 30),
    cursor: opaqueCursor.optional(),
  }),
  summaryFields: [
    'conversations.id',
    'conversations.title',
    'conversations.unread',
    'conversations.last_message.body',
    'conversations.last_message.created_at',
    'cursor',
  ],
  output: z.object({ conversations: z.array(conversationEntry), cursor: outCursor }),
  async show({ limit, cursor, ...filter }, { db, caller, cursors, language }) {
    const { accountId } = caller;
    const bound = { account: accountId, ...filter };
    const position = cursors.parse('list_conversations', bound, cursor);
    const [before] = position.key;
    const rows = await listConversations(db, accountId, { ...filter, before }, limit + 1);
    const { page, cursor: next } = position.slicePage(rows, limit, (last) => [last.lastMessageId]);
    return {
      conversations: page.map((row) => showConversationEntry(row, { accountId, language })),
      cursor: next,
    };
  },
});
