import { z } from 'zod';
import { slicePage } from '../../../domain/kernel/cursor.ts';
import { integerId, outCursor } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { listNotifications } from '../../../store/messaging/notifications.ts';
import { notification, showNotification } from './shapes.ts';

const pageSize = 30;

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
    cursor: integerId('Next page.').nullish(),
  }),
  output: z.object({
    notifications: z.array(notification),
    cursor: outCursor,
    unread: z.int().describe('Unread ones in all, on every page the same count.'),
  }),
  async show({ cursor }, { db, caller, language }) {
    const { rows, unread } = await listNotifications(db, caller.accountId, cursor ?? undefined, pageSize + 1);
    const { page, cursor: next } = slicePage(rows, pageSize, (last) => last.id);
    return { notifications: page.map((row) => showNotification(row, language)), cursor: next, unread };
  },
});
