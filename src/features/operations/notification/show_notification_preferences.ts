import { z } from 'zod';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { findPreferences } from '../../../store/messaging/notifications.ts';
import { preferences, showPreferences } from './shapes.ts';

export const show_notification_preferences = defineOperation({
  name: 'show_notification_preferences',
  tag: 'Notification',
  route: 'GET /notifications/preferences',
  success: 200,
  scope: 'mcp:read',
  audiences: ['resident', 'settlement', 'company'],
  summary: 'By which ways the account is told of which topics.',
  input: z.object({}),
  output: preferences,
  async show(_input, { db, caller, services }) {
    return showPreferences(await findPreferences(db, caller.accountId), services);
  },
});
