import type { Worker } from '../../domain/kernel/jobs.ts';
import type { Services } from '../../domain/kernel/services.ts';
import { listReminderRecipients } from '../../domain/rules/task-fields.ts';
import { publishEvent } from '../../features/notify/publish-event.ts';
import { claimDueTasks, claimEarlyReminders } from '../../store/tasks/task-reminders.ts';

const batchSize = 100;

/**
 * Reminds of tasks due today in the settlement's time zone, once per due date, and earlier if requested. Reminders
 * missed during downtime are sent late, once.
 */
export function taskRemindersWorker(services: () => Services): Worker {
  return {
    queue: 'task_reminders',
    concurrency: 1,
    lockSeconds: 300,
    attempts: 3,
    async handle(_payload, { pool, signal, now, newId }) {
      for (const take of [claimDueTasks, claimEarlyReminders]) {
        for (let isMore = true; isMore && !signal.aborted; ) {
          isMore = await pool.begin(async (db) => {
            const due = await take(db, now(), batchSize);
            for (const task of due) {
              const accountIds = listReminderRecipients(task);
              if (accountIds.length === 0) continue;
              await publishEvent(
                { db, now, newId, services: services() },
                { type: 'task_due', accountIds, taskId: task.id, title: task.title, dueOn: task.dueOn },
              );
            }
            return due.length === batchSize;
          });
        }
      }
    },
  };
}
