import { z } from 'zod';
import { enumField, restOnly, withShortSchema } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { applyPreferenceChange, notificationKinds } from '../../../domain/rules/notification-preferences.ts';
import { lockAccount } from '../../../store/accounts/accounts.ts';
import { findPreferences, savePreferences } from '../../../store/messaging/notifications.ts';
import { digests, preferences, showPreferences } from './shapes.ts';

const channelChanges = z.strictObject({ in_app: z.boolean().optional(), mail: z.boolean().optional() });

export const set_notification_preferences = defineOperation({
  name: 'set_notification_preferences',
  tag: 'Notification',
  route: 'POST /notifications/preferences',
  success: 201,
  scope: 'mcp:write',
  audiences: ['resident', 'settlement', 'company'],
  summary: 'Switch ways of being told on or off.',
  description: 'A way that is off in `channels` is off for every topic.',
  idempotent: true,
  input: z.object({
    channels: withShortSchema(
      'object',
      'For all topics: {in_app?: the bell, mail?: letters}, true or false.',
      channelChanges.optional().describe('For all topics together. in_app: the bell; mail: letters.'),
    ),
    topics: withShortSchema(
      'object',
      'By topic, each {in_app?, mail?}: my_requests (what one filed), review_queue (what waits for one’s decision), reminders (news, messages, reminders).',
      z
        .strictObject({
          my_requests: channelChanges.optional().describe('What became of what one filed.'),
          review_queue: channelChanges.optional().describe('What waits for one’s decision.'),
          reminders: channelChanges.optional().describe('News, messages, reminders.'),
        })
        .optional()
        .describe('For one topic each.'),
    ),
    kinds: restOnly(
      z
        .partialRecord(z.enum(notificationKinds), channelChanges)
        .optional()
        .describe(`Finer, by kind: ${notificationKinds.join(', ')}.`),
    ),
    digest: enumField(digests).optional().describe('daily: letters wait for the morning.'),
  }),
  output: preferences,
  async handle({ digest, ...change }, { db, caller }) {
    await lockAccount(db, caller.accountId);
    const next = applyPreferenceChange(await findPreferences(db, caller.accountId), {
      ...change,
      ...(digest !== undefined && { isDigest: digest === 'daily' }),
    });
    await savePreferences(db, caller.accountId, next);
    return showPreferences(next);
  },
});
