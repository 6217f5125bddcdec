import { z } from 'zod';
import { onlyOnMcpServers, stateDefault } from '../../../domain/kernel/argument-metadata.ts';
import type { SignedInContext } from '../../../domain/kernel/context.ts';
import {
  formatTimestamp,
  id,
  nonBlank,
  outEnum,
  outId,
  outText,
  outTimestamp,
  parcelReference,
  reference,
} from '../../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { refuseSilencedIn } from '../../../domain/kernel/silence.ts';
import { maxMessageMedia } from '../../../domain/rules/media-access.ts';
import { attachToMessage } from '../../../store/media/message-media.ts';
import { findConversation, findSenderName } from '../../../store/messaging/conversation-lists.ts';
import { insertMessage, lockThread } from '../../../store/messaging/conversations.ts';
import { publishAccountChanges } from '../../../store/messaging/notifications.ts';
import { publishEvent } from '../../notify/publish-event.ts';
import { openThread } from './addressee.ts';
import { conversationKinds, formatConversationTitle } from './shapes.ts';
import { addRoleMembers, joinThread, nameAddressee, permitWriting } from './thread-access.ts';

export const send_message = defineOperation({
  name: 'send_message',
  tag: 'Messenger',
  route: 'POST /messages',
  success: 201,
  scope: 'mcp:write',
  writesIn: 'said',
  audiences: ['resident', 'settlement', 'company'],
  summary: 'Write to a neighbour, the board or a company.',
  description:
    'In a `conversation`; or `to` a person (`account`, or whoever is of the `parcel` in a `settlement`), the board of a `settlement`, a `company`.',
  input: z.object({
    conversation: id.optional().describe('One to answer in.'),
    to: z.enum(conversationKinds).optional().describe('Whom, when it is not an answer.'),
    settlement: reference.optional().describe('Slug or id.'),
    account: id.optional().describe('A person.'),
    parcel: parcelReference.optional(),
    company: reference.optional().describe('Slug or id.'),
    as_board: onlyOnMcpServers(
      ['settlement'],
      stateDefault(false, z.boolean().optional().describe('Write for the board, as a member of it.')),
    ),
    body: nonBlank(5000).describe('Up to 5,000 characters.'),
    media: z.array(id).max(maxMessageMedia).optional().describe('From upload_media, subject_type message.'),
  }),
  output: z.object({
    data: z.object({
      id: outId,
      conversation: outId,
      number: z.int().describe('Its place in the conversation: 1, 2, 3 … without a gap.'),
      body: outText,
      created_at: outTimestamp,
      to: z
        .object({
          kind: outEnum(conversationKinds),
          title: outText.describe('As list_conversations titles it.'),
        })
        .describe('Who receives it.'),
    }),
  }),
  async write({ body, media, ...address }, context) {
    const { db, caller, now, newId, language } = context;
    const { conversationId, areNeighbours } = await openThread(address, context);
    const thread =
      (await lockThread(db, conversationId, caller.accountId)) ??
      (await joinThread(conversationId, address, context));
    await permitWriting(thread, caller.accountId, { areNeighbours }, context);
    refuseSilencedIn(thread.settlementId, context);
    await addRoleMembers(thread, context);
    await nameAddressee(thread, address, context);
    const message = { id: newId(), conversationId, authorId: caller.accountId, body, createdAt: now() };
    const number = await insertMessage(db, message);
    if (media !== undefined) await attachMedia(context, media, message.id);
    const sender = await findSenderName(db, conversationId, caller.accountId);
    await publishEvent(context, {
      type: 'message_received',
      conversationId,
      accountIds: sender.others,
      senderName: sender.name,
    });
    // Notifications are sent once while unread; this updates open conversations for every message, also in the
    // author's other sessions.
    await publishAccountChanges(db, [...sender.others, caller.accountId]);
    const found = await findConversation(db, conversationId, caller.accountId);
    return {
      data: {
        id: message.id,
        conversation: conversationId,
        number: Number(number),
        body,
        created_at: formatTimestamp(message.createdAt),
        to: {
          kind: thread.kind,
          title: found === undefined ? '' : formatConversationTitle(found, language),
        },
      },
    };
  },
  show: showWritten,
});

/** All or nothing: a message without one of its pictures would be misleading. */
async function attachMedia(
  { db, caller }: SignedInContext,
  media: readonly string[],
  messageId: string,
): Promise<void> {
  const wanted = new Set(media);
  if ((await attachToMessage(db, caller.accountId, [...wanted], messageId)) === wanted.size) return;
  refuse.invalid('media', {
    en: 'Name files that you sent up for a message with upload_media, and that no message has yet.',
    ru: 'Укажите файлы, которые вы загрузили для сообщения через upload_media и ещё не отправили.',
  });
}
