import type { z } from 'zod';
import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { Refusal } from '../../../../domain/kernel/refusal.ts';
import { edit_task } from '../../../../features/operations/task/edit_task.ts';
import { show_task } from '../../../../features/operations/task/show_task.ts';
import type { VisitorCall } from '../../server/visitor-calls.ts';
import type { Undo } from '../../ui/view.ts';

const texts = {
  changed: {
    en: 'It cannot be undone: somebody has changed the task since. Look at what it says now.',
    ru: 'Вернуть не получилось: задачу с тех пор изменили. Посмотрите, что с ней теперь.',
  },
} as const satisfies Record<string, Text>;

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

/**
 * Opens the task again as it was; refused when anything was changed since. The next task of its series is cancelled
 * last: whatever is refused before, the series goes on.
 */
export async function undoTaskStatus(
  call: VisitorCall,
  task: string,
  text: (name: string) => string,
): Promise<void> {
  try {
    const next = text('next');
    if (next && (await call(show_task, { task: next })).data.history_count > 0) throw changed();
    const repeats = text('repeats') || undefined;
    const opened = { task, status: 'open', seen_changes: text('seen'), ...(repeats && { repeats }) };
    await call(edit_task, opened);
    if (next) await call(edit_task, { task: next, status: 'cancelled', seen_changes: '0' });
    if (text('before') === 'in_progress') await call(edit_task, { task, status: 'in_progress' });
  } catch (error) {
    const isLate = error instanceof Refusal && ['forbidden', 'not_found', 'invalid'].includes(error.kind);
    throw isLate ? changed() : error;
  }
}

const changed = () => new Refusal({ kind: 'invalid', text: texts.changed });
