import { z } from 'zod';
import { restOnly } from '../../../domain/kernel/argument-metadata.ts';
import { enumField, integer } from '../../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { applyPreferenceChange, notificationKinds } from '../../../domain/rules/notification-preferences.ts';
import { lockAccount } from '../../../store/accounts/accounts.ts';
import { findPreferences, savePreferences } from '../../../store/messaging/notifications.ts';
import { digests, preferences, showPreferences } from './shapes.ts';

const channelChanges = z.strictObject({
  in_app: z.boolean().optional().describe('The bell.'),
  mail: z.boolean().optional().describe('Letters.'),
  push: z.boolean().optional().describe('Subscribed browsers.'),
});

const sameHour = {
  en: 'Name an hour other than the first.',
  ru: 'Выберите другой час, не тот же самый.',
};

export const set_notification_preferences = defineOperation({
  name: 'set_notification_preferences',
  tag: 'Notification',
  route: 'POST /notifications/preferences',
  success: 201,
  scope: 'mcp:write',
  writesIn: 'nowhere',
  audiences: ['resident', 'settlement', 'company'],
  summary: 'Switch ways of being told on or off.',
  description: 'A way that is off in `channels` is off for every topic.',
  idempotent: true,
  input: z.object({
    channels: channelChanges.optional().describe('For all topics together.'),
    topics: z
      .strictObject({
        my_requests: channelChanges.optional().describe('What became of what one filed.'),
        review_queue: channelChanges.optional().describe('What waits for one’s decision.'),
        reminders: channelChanges.optional().describe('News, messages, reminders.'),
      })
      .optional()
      .describe('For one topic each.'),
    kinds: z.partialRecord(z.enum(notificationKinds), channelChanges).optional().describe('Finer, by kind.'),
    digest: enumField(digests).optional().describe('daily: letters wait for the morning.'),
    quiet: restOnly(
      z
        .strictObject({ from: integer(0, 23), to: integer(0, 23) })
        .nullable()
        .optional()
        .describe('Full hours between which no letters and pushes are sent, as 22 and 8; null: none.'),
    ),
    push_text: restOnly(
      z
        .boolean()
        .optional()
        .describe('true: a push shows the sentence of the notification, also on a locked screen.'),
    ),
  }),
  output: preferences,
  async write({ digest, push_text, ...change }, { db, caller, services }) {
    if (change.quiet && change.quiet.from === change.quiet.to) refuse.invalid('quiet.to', sameHour);
    await lockAccount(db, caller.accountId);
    const next = applyPreferenceChange(await findPreferences(db, caller.accountId), {
      ...change,
      ...(digest !== undefined && { isDigest: digest === 'daily' }),
      ...(push_text !== undefined && { showsPushText: push_text }),
    });
    await savePreferences(db, caller.accountId, next);
    return showPreferences(next, services);
  },
  show: showWritten,
});
