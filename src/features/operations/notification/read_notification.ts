import { z } from 'zod';
import { stateDefault } from '../../../domain/kernel/argument-metadata.ts';
import { flag, integerId } from '../../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import {
  countUnread,
  isOwnNotification,
  markNotificationRead,
  markReadUpTo,
} from '../../../store/messaging/notifications.ts';

export const read_notification = defineOperation({
  name: 'read_notification',
  tag: 'Notification',
  route: 'POST /notifications/{notification}/read',
  success: 201,
  scope: 'mcp:write',
  audiences: ['resident', 'settlement', 'company'],
  summary: 'Mark a notification as read, or it and all older ones.',
  idempotent: true,
  input: z.object({
    notification: integerId('From list_notifications.'),
    and_older: stateDefault(false, flag.nullish().describe('All older ones too.')),
  }),
  output: z.object({ read: z.literal(true), unread: z.int().describe('Unread notifications left.') }),
  async write({ notification, and_older }, { db, caller, now }) {
    if (!(await isOwnNotification(db, caller.accountId, notification))) refuse.notFound('notification');
    const mark = and_older ? markReadUpTo : markNotificationRead;
    await mark(db, caller.accountId, notification, now());
    return { read: true as const, unread: await countUnread(db, caller.accountId) };
  },
  show: showWritten,
});
