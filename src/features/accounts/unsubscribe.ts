import { z } from 'zod';
import { id } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { applyPreferenceChange } from '../../domain/rules/notification-preferences.ts';
import { findAccount, lockAccount } from '../../store/accounts/accounts.ts';
import { findPreferences, savePreferences } from '../../store/messaging/notifications.ts';
import { type EmailTopic, emailTopicNames, urgentEmailTopic } from '../notify/notification-texts.ts';

const topics = Object.keys(emailTopicNames) as [EmailTopic, ...EmailTopic[]];

export const unsubscribe = defineOperation({
  name: 'unsubscribe',
  summary: 'Stop the emails of one topic to one account. The page verifies the signed link.',
  scope: 'public',
  writesIn: 'nowhere',
  isUncounted: true,
  input: z.object({ account: id, topic: z.enum(topics) }),
  async write({ account, topic }, { db }) {
    await lockAccount(db, account);
    if ((await findAccount(db, account)) === undefined) return { isKnown: false };
    const off = { [topic]: { mail: false } };
    const change = topic === urgentEmailTopic ? { kinds: off } : { topics: off };
    await savePreferences(db, account, applyPreferenceChange(await findPreferences(db, account), change));
    return { isKnown: true };
  },
});
