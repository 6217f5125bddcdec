import { z } from 'zod';
import type { Language } from '../../../base/i18n/text.ts';
import {
  formatTimestamp,
  outEnum,
  outId,
  outText,
  outTimestamp,
  outUrl,
  outWord,
} from '../../../domain/kernel/fields.ts';
import type { Services } from '../../../domain/kernel/services.ts';
import {
  completePreferences,
  type NotificationKind,
  notificationKinds,
  type StoredPreferences,
} from '../../../domain/rules/notification-preferences.ts';
import { shortenName } from '../../../domain/rules/short-name.ts';
import type { NotificationRow } from '../../../store/messaging/notifications.ts';
import { formatNotification, notificationChannels, topics } from '../../notify/notification-texts.ts';
import { formatEnding } from '../../notify/outcome-texts.ts';

export const notification = z.object({
  id: outId,
  topic: outEnum(topics).describe(
    'my_requests: what became of what the account filed; review_queue: what waits for its decision; reminders: what the product tells on its own.',
  ),
  text: outText.describe(
    'The notification in words, in the language of the call; of something decided meanwhile, also what became of it.',
  ),
  key: outWord.describe('notifications.<name>, for programs that word it themselves.'),
  replacements: z.record(outWord, outText).describe('The words that belong into the sentence of the key.'),
  url: outUrl.describe('Where it leads, below the address of the service.'),
  created_at: outTimestamp,
  read: z.boolean(),
  ended: z
    .object({
      outcome: outWord.describe('What became of it: approved, refused, confirmed, withdrawn, taken, done …'),
      by: outText.nullable().describe('Who decided; null: nobody in person, or not known.'),
      at: outTimestamp,
    })
    .nullable()
    .describe(
      'What it told of was decided, by whomever, and waits no more. Null: it waits, or waited for nothing.',
    ),
});

export function showNotification(row: NotificationRow, language: Language): z.input<typeof notification> {
  const { endedAt, outcome } = row;
  const by = row.endedBy === null ? null : shortenName(row.endedBy);
  const ended = endedAt === null || outcome === null ? null : { outcome, by, at: formatTimestamp(endedAt) };
  const sentence = formatNotification(row, language);
  return {
    id: row.id,
    text: ended === null ? sentence : `${sentence} ${formatEnding(ended, language)}`,
    topic: row.topic as (typeof topics)[number],
    key: row.key,
    replacements: row.replacements,
    url: row.url,
    created_at: formatTimestamp(row.createdAt),
    read: row.readAt !== null,
    ended,
  };
}

const channelRecord = z.object({
  in_app: z.boolean().describe('The bell in the interface. Off: such notifications are not written at all.'),
  mail: z.boolean().describe('Letters. Account letters, such as a password reset, come in any case.'),
  push: z.boolean().describe('Pushes to the browsers in which the account has switched them on.'),
});

export const digests = ['off', 'daily'] as const;

export const preferences = z.object({
  channels: channelRecord.describe('A way that is off here is off for every topic.'),
  topics: z.object({ my_requests: channelRecord, review_queue: channelRecord, reminders: channelRecord }),
  kinds: z
    .object(
      Object.fromEntries(notificationKinds.map((kind) => [kind, channelRecord])) as Record<
        NotificationKind,
        typeof channelRecord
      >,
    )
    .describe('Finer than topics: a way counts only where topic and kind both have it on.'),
  digest: outEnum(digests).describe('daily: letters wait for the next morning and come as one.'),
  quiet: z
    .object({ from: z.int(), to: z.int() })
    .nullable()
    .describe('Full hours between which no letters and pushes are sent: they wait for the end. Null: none.'),
  push_text: z
    .boolean()
    .describe('A push shows the sentence of the notification; false: only what kind it is of.'),
  unavailable: z
    .array(outEnum(notificationChannels))
    .describe(
      'Ways this installation cannot use, whatever is switched on: mail, while it has no mail server.',
    ),
});

export function showPreferences(
  current: StoredPreferences,
  { installation }: Pick<Services, 'installation'>,
): z.input<typeof preferences> {
  return {
    ...completePreferences(current, topics, notificationChannels),
    unavailable: installation.mail === 'none' ? ['mail'] : [],
  };
}
