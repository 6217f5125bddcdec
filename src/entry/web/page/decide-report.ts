import type { Text } from '../../../base/i18n/text.ts';
import { Refusal, refuse } from '../../../domain/kernel/refusal.ts';
import { edit_task } from '../../../features/operations/task/edit_task.ts';
import { readReason } from '../ui/decision.tsx';
import type { ReportTask } from '../ui/report-screen.tsx';
import type { ActionResult, FormRequest } from './page.ts';

export const texts = {
  hidden: {
    en: 'Hidden. The person who reported it has been told.',
    ru: 'Скрыто. Тому, кто пожаловался, сообщили.',
  },
  left: {
    en: 'Left as it is. The person who reported it has been told.',
    ru: 'Оставлено. Тому, кто пожаловался, сообщили.',
  },
} as const satisfies Record<string, Text>;

/** Hides the reported item or leaves it. */
export async function decideReport(
  task: ReportTask,
  { call, form, text }: FormRequest,
  next: () => Promise<string> | string,
): Promise<ActionResult> {
  const outcome = text('decision') === 'accept' ? 'hidden' : 'nothing';
  const comment = (outcome === 'hidden' && readReason(form)) || null;
  try {
    await call(edit_task, { task: task.id, outcome, comment });
  } catch (error) {
    if (!(error instanceof Refusal) || error.fields?.comment === undefined) throw error;
    refuse.invalidFields({ reason: error.fields.comment });
  }
  return { to: await next(), notice: outcome === 'hidden' ? texts.hidden : texts.left };
}
