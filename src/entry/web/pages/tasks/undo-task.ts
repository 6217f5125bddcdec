import type { Text } from '../../../../base/i18n/text.ts';
import { Refusal } from '../../../../domain/kernel/refusal.ts';
import { edit_task } from '../../../../features/operations/task/edit_task.ts';
import { show_task } from '../../../../features/operations/task/show_task.ts';
import type { VisitorCall } from '../../server/visitor-calls.ts';

const texts = {
  changed: {
    en: 'It cannot be undone: somebody has changed the task since. See what it says now.',
    ru: 'Вернуть не получилось: задачу с тех пор изменили. Посмотрите, что с ней теперь.',
  },
} as const satisfies Record<string, Text>;

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
