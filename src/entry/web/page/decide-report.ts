import type { Text } from '../../../base/i18n/text.ts';
import { Refusal, refuse } from '../../../domain/kernel/refusal.ts';
import { read_report_context } from '../../../features/actions/read_report_context.ts';
import { edit_task } from '../../../features/operations/task/edit_task.ts';
import { readReason } from '../ui/decision.tsx';
import type { ReportTask } from '../ui/report-screen.tsx';
import { type ActionResult, type FormRequest, Rerender } from './page.ts';

export const texts = {
  hidden: { en: 'Hidden. The people concerned have been told.', ru: 'Скрыто. Кого касается, тем сообщили.' },
  left: {
    en: 'Left as it is. The people concerned have been told.',
    ru: 'Оставлено. Кого касается, тем сообщили.',
  },
} as const satisfies Record<string, Text>;

/** Hides the reported item or leaves it. */
export async function decideReport(
  task: ReportTask,
  { call, form, text }: FormRequest,
  next: () => Promise<string> | string,
): Promise<ActionResult> {
  const outcome = text('decision') === 'accept' ? 'hidden' : 'nothing';
  // Of a review both sides read why, whatever is decided.
  const isExplained = outcome === 'hidden' || task.report?.about === 'review';
  const comment = (isExplained && readReason(form)) || null;
  try {
    await call(edit_task, { task: task.id, outcome, comment });
  } catch (error) {
    if (!(error instanceof Refusal) || error.fields?.comment === undefined) throw error;
    refuse.invalidFields({ reason: error.fields.comment });
  }
  return { to: await next(), notice: outcome === 'hidden' ? texts.hidden : texts.left };
}

/** Shows the page again, with the few messages around the reported one. */
export const showReportContext = async (report: string, { call }: FormRequest) =>
  new Rerender(await call(read_report_context, { report }));
