import type { z } from 'zod';
import type { Text } from '../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../base/site/paths.ts';
import { Refusal } from '../../../domain/kernel/refusal.ts';
import type { edit_task } from '../../../features/operations/task/edit_task.ts';
import type { Undo } from '../ui/view.ts';

const texts = {
  moved: {
    en: 'The task has changed in the meantime: see what can be done with it now.',
    ru: 'Задача за это время изменилась: посмотрите, что с ней можно сделать теперь.',
  },
} as const satisfies Record<string, Text>;

/** Says in its own words that a stale page offered a transition that is not allowed any more. */
export async function refuseLateTransition(refusal: Refusal): Promise<never> {
  const isLate =
    refusal.kind === 'forbidden' || (refusal.kind === 'invalid' && refusal.fields?.status !== undefined);
  throw isLate ? new Refusal({ kind: 'invalid', text: texts.moved }) : refusal;
}

type ChangedTask = z.output<typeof edit_task.output>['data'];

/** What takes the last change of status back; undefined where the user may not open the task again. */
export function describeTaskUndo(task: ChangedTask, me: string, to: string): Undo | undefined {
  const last = task.history.at(-1)?.changes;
  const [before] = last?.status ?? [];
  const [repeats] = last?.repeats ?? [];
  // The next task of a series is the author's to cancel.
  const isAllowed = task.next_task_id === null || task.author_user_id === me;
  if (typeof before !== 'string' || !task.next_statuses.includes('open') || !isAllowed) return undefined;
  return {
    action: fillPath(paths.undoTask, { task: task.id }),
    fields: {
      seen: String(task.history_count),
      before,
      to,
      ...(task.next_task_id && { next: task.next_task_id }),
      ...(typeof repeats === 'string' && { repeats }),
    },
  };
}
