import { z } from 'zod';
import { stateDefault } from '../../../domain/kernel/argument-metadata.ts';
import { flag, integerId } from '../../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { notOfPlot, notUrgent } from '../../../domain/rules/urgent-notice.ts';
import { acknowledgeNotice, findNoticeOfEvent } from '../../../store/messaging/acknowledgements.ts';
import {
  countUnread,
  findNotificationEvent,
  markNotificationRead,
  markReadUpTo,
} from '../../../store/messaging/notifications.ts';

export const read_notification = defineOperation({
  name: 'read_notification',
  tag: 'Notification',
  route: 'POST /notifications/{notification}/read',
  success: 201,
  scope: 'mcp:write',
  writesIn: 'nowhere',
  audiences: ['resident', 'settlement', 'company'],
  summary: 'Mark a notification as read, or it and all older ones; acknowledge an urgent one.',
  idempotent: true,
  input: z.object({
    notification: integerId('From list_notifications.'),
    and_older: stateDefault(false, flag.nullish().describe('All older ones too.')),
    acknowledge: stateDefault(
      false,
      flag.nullish().describe('Of an urgent announcement, when the person says so.'),
    ),
  }),
  output: z.object({
    read: z.literal(true),
    unread: z.int().describe('Unread notifications left.'),
    acknowledged: z
      .literal(true)
      .optional()
      .describe('With `acknowledge`: it is not repeated to the household.'),
  }),
  async write({ notification, and_older, acknowledge }, { db, caller, now }) {
    const { accountId } = caller;
    const eventId =
      (await findNotificationEvent(db, accountId, notification)) ?? refuse.notFound('notification');
    if (acknowledge) {
      const notice = await findNoticeOfEvent(db, eventId);
      if (!notice?.isOpen) return refuse.invalid('acknowledge', notUrgent);
      if ((await acknowledgeNotice(db, { ...notice, accountId, at: now() })) === 0)
        return refuse.forbidden(notOfPlot);
    }
    const mark = and_older ? markReadUpTo : markNotificationRead;
    await mark(db, accountId, notification, now());
    return {
      read: true as const,
      unread: await countUnread(db, accountId),
      ...(acknowledge && { acknowledged: true as const }),
    };
  },
  show: showWritten,
});
