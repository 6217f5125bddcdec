import { z } from 'zod';
import { restOnly } from '../../../domain/kernel/argument-metadata.ts';
import type { SignedInContext } from '../../../domain/kernel/context.ts';
import { enumField, id, integer, nonBlank } from '../../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { reportReasons } from '../../../domain/rules/waiting-order.ts';
import { setBlocks } from '../../../store/messaging/blocks.ts';
import {
  advanceReadMark,
  lockThread,
  setBlocking,
  type ThreadRow,
} from '../../../store/messaging/conversations.ts';
import { markUrlsRead } from '../../../store/messaging/notifications.ts';
import { conversationPath } from '../../notify/event-paths.ts';
import { reportMessage } from '../task/reporting.ts';

export const read_conversation = defineOperation({
  name: 'read_conversation',
  tag: 'Messenger',
  route: 'POST /conversations/{conversation}/read',
  success: 201,
  scope: 'mcp:write',
  writesIn: 'nowhere',
  audiences: ['resident', 'settlement', 'company'],
  summary: 'Mark a conversation as read; block it, unblock it, or report a message.',
  description: 'Ask the person before you block or report.',
  idempotent: true,
  input: z.object({
    conversation: id.describe('From list_conversations.'),
    up_to: restOnly(
      integer(1, Number.MAX_SAFE_INTEGER)
        .optional()
        .describe('Number of the last message read. Left out: all.'),
    ),
    block: z.boolean().optional().describe('true: no more messages from them.'),
    report: z
      .strictObject({
        message: integer(1, Number.MAX_SAFE_INTEGER).describe('Its number.'),
        reason: nonBlank(1000).describe('What is wrong with it.'),
        about: enumField(reportReasons).optional().describe('A threat is decided first.'),
      })
      .optional()
      .describe('Report one message somebody else wrote.'),
  }),
  output: z.object({
    read: z.literal(true),
    unread: z.int().describe('Messages of this conversation still unread.'),
    is_blocked: z.boolean().describe('The caller takes no more messages here.'),
  }),
  async write({ conversation, up_to, block, report }, context) {
    const { db, caller, now } = context;
    const thread = (await lockThread(db, conversation, caller.accountId)) ?? refuse.notFound('conversation');
    if (block !== undefined) await setBlock(thread, block, context);
    if (report !== undefined) {
      const reportText = {
        title: createReportTitle(report.reason),
        body: report.reason,
        reportReason: report.about ?? null,
      };
      await reportMessage(context, thread, String(report.message), reportText, 'report.message');
    }
    const { unread } = await advanceReadMark(db, conversation, caller.accountId, up_to?.toString());
    if (unread === 0) await markUrlsRead(db, caller.accountId, [conversationPath(conversation)], now());
    const me = thread.members.find((member) => member.accountId === caller.accountId);
    return { read: true as const, unread, is_blocked: block ?? me?.isBlocking ?? false };
  },
  show: showWritten,
});

/** Title of the report: the first line of the reason. */
function createReportTitle(reason: string): string {
  const [line = ''] = reason.trim().split('\n');
  return line.length > 200 ? `${line.slice(0, 199).toWellFormed()}…` : line;
}

async function setBlock(
  thread: ThreadRow,
  block: boolean,
  { db, caller, now }: SignedInContext,
): Promise<void> {
  if (thread.kind === 'board')
    refuse.invalid('block', {
      en: 'A conversation with the board cannot be blocked.',
      ru: 'Переписку с правлением нельзя заблокировать.',
    });
  await setBlocking(db, thread.id, caller.accountId, block);
  if (thread.kind !== 'person') return;
  const others = thread.members
    .map(({ accountId }) => accountId)
    .filter((other) => other !== caller.accountId);
  await setBlocks(db, caller.accountId, others, block, now());
}
