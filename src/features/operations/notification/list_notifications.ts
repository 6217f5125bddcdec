import { z } from 'zod';
import { slicePage } from '../../../domain/kernel/cursor.ts';
import { idCursor, outCursor, pageLimit } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { detail } from '../../../domain/kernel/reply-summary.ts';
import { listNotifications } from '../../../store/messaging/notifications.ts';
import { notification, showNotification } from './shapes.ts';

export const list_notifications = defineOperation({
  name: 'list_notifications',
  tag: 'Notification',
  route: 'GET /notifications',
  success: 200,
  scope: 'mcp:read',
  audiences: ['resident', 'settlement', 'company'],
  summary: 'Own notifications, newest first, and how many are unread.',
  description: '`text` says each in one sentence, `url` is its page.',
  input: z.object({
    detail,
    limit: pageLimit(100, 30),
    cursor: idCursor.nullish(),
  }),
  summaryFields: [
    'notifications.id',
    'notifications.text',
    'notifications.url',
    'notifications.created_at',
    'notifications.read',
    'cursor',
    'unread',
  ],
  output: z.object({
    notifications: z.array(notification),
    cursor: outCursor,
    unread: z.int().describe('Unread ones in all, on every page the same count.'),
  }),
  async show({ limit, cursor }, { db, caller, language }) {
    const { rows, unread } = await listNotifications(db, caller.accountId, cursor ?? undefined, limit + 1);
    const { page, cursor: next } = slicePage(rows, limit, (last) => last.id);
    return { notifications: page.map((row) => showNotification(row, language)), cursor: next, unread };
  },
});
