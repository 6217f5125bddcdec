import type { Worker } from '../../domain/kernel/jobs.ts';
import { countHouseholds } from '../../store/land/household-counts.ts';

export const householdCountSchedule = { queue: 'household_counts', everySeconds: 15 } as const;

/** Cards are right without it; it only saves them the counting. */
export const householdCountWorker: Worker = {
  queue: householdCountSchedule.queue,
  concurrency: 1,
  lockSeconds: 300,
  attempts: 3,
  async handle(_payload, { pool, signal }) {
    while (!signal.aborted && (await pool.begin(countHouseholds)) > 0);
  },
};
