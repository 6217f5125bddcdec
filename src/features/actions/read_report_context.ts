import { z } from 'zod';
import { id } from '../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { shortenName } from '../../domain/rules/short-name.ts';
import { mayDecideReport } from '../../domain/rules/task-fields.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { listMessagesAround } from '../../store/tasks/reports.ts';
import { requireVisibleTask } from '../loaders/visible-task.ts';

/** On either side of the reported message. */
const messagesAround = 3;

export const read_report_context = defineOperation({
  name: 'read_report_context',
  summary:
    'The few messages before and after a reported one, and nothing else of that conversation. For who decides the report; it is in the audit.',
  scope: 'session',
  input: z.object({ report: id }),
  async load({ report }, { db, caller }, lock) {
    const { task, parties } = await requireVisibleTask(db, caller, report, lock ? 'keep' : 'none');
    return { task, parties };
  },
  permit: ({ parties }) => permit(mayDecideReport(parties)),
  // Reading is what it is for; the row of the audit is all that it writes.
  writesIn: 'nowhere',
  async write(_input, context, { task }) {
    if (task.messageId === null) return refuse.notFound('message');
    const messages = await listMessagesAround(context.db, task.messageId, messagesAround);
    await recordDecision(context, {
      action: 'read_report_context',
      subject: { type: 'task', id: task.id },
      settlementId: task.addressee === 'board' ? task.settlementId : null,
      after: { messages: messages.length },
    });
    return messages.map(({ authorName, plotNumber, isBoard, ...message }) => ({
      ...message,
      isBoard,
      author: plotNumber === null ? shortenName(authorName) : `№ ${plotNumber}`,
    }));
  },
  show: showWritten,
});
