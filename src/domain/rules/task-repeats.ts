export const taskRepeats = ['daily', 'weekly', 'monthly', 'yearly'] as const;
export type TaskRepeats = (typeof taskRepeats)[number];

const dayMilliseconds = 86_400_000;

/**
 * The next due day of a series that began on `from`: the first after both the completed due day and today. Counted
 * from the start, so that a task of the 31st returns to the 31st after February.
 */
export function findNextDueDay(from: string, repeats: TaskRepeats, dueOn: string, today: string): string {
  const after = dueOn > today ? dueOn : today;
  if (repeats === 'daily' || repeats === 'weekly') {
    const step = (repeats === 'daily' ? 1 : 7) * dayMilliseconds;
    const start = Date.parse(`${from}T00:00:00Z`);
    const passed = Math.floor((Date.parse(`${after}T00:00:00Z`) - start) / step);
    return new Date(start + (passed + 1) * step).toISOString().slice(0, 10);
  }
  const step = repeats === 'monthly' ? 1 : 12;
  const [year = 0, month = 1, day = 1] = from.split('-').map(Number);
  const [afterYear = 0, afterMonth = 1] = after.split('-').map(Number);
  const months = (afterYear - year) * 12 + (afterMonth - month);
  for (let count = Math.max(0, Math.floor(months / step)); ; count += 1) {
    const candidate = clampDay(year, month - 1 + count * step, day);
    if (candidate > after) return candidate;
  }
}

function clampDay(year: number, monthIndex: number, day: number): string {
  const last = new Date(Date.UTC(year, monthIndex + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, monthIndex, Math.min(day, last))).toISOString().slice(0, 10);
}
