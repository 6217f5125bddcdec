import type { Text } from '../../base/i18n/text.ts';

export interface MeterReading {
  /** In milliseconds. */
  readonly at: number;
  readonly number: number;
  /** The meter was changed: what the old one showed last. */
  readonly formerEnd: number | null;
}

const dayMs = 86_400_000;
/** Ten times the usual is taken for a slip only above this. */
const leastSuspicious = 50;
const suspiciousTimes = 10;

export type ReadingDoubt = 'below' | 'above_next' | 'high' | 'former_below';

/**
 * What has to be asked before a reading is taken: it is less than the one before, more than one after it, or ten times
 * what is usual. `readings` in the order of time; `isSure` leaves out the question about a high one.
 */
export function judgeReading(
  readings: readonly MeterReading[],
  typed: MeterReading,
  isSure: boolean,
): ReadingDoubt | null {
  const before = readings.findLast(({ at }) => at <= typed.at);
  const next = readings.find(({ at }) => at > typed.at);
  const end = typed.formerEnd ?? typed.number;
  if (before !== undefined && end < before.number) return typed.formerEnd === null ? 'below' : 'former_below';
  if (next !== undefined && typed.number > (next.formerEnd ?? next.number)) return 'above_next';
  if (isSure || before === undefined) return null;
  const usual = usualPerDay(readings.filter(({ at }) => at <= before.at));
  const used = end - before.number;
  const days = Math.max(1, (typed.at - before.at) / dayMs);
  const expected = usual === null ? null : usual * days;
  return expected !== null && used > leastSuspicious && used > suspiciousTimes * expected ? 'high' : null;
}

/** Of the last year; null where two readings a week apart are not there yet. */
function usualPerDay(readings: readonly MeterReading[]): number | null {
  const last = readings.at(-1);
  const recent = readings.filter(({ at }) => last !== undefined && at >= last.at - 400 * dayMs);
  const first = recent[0];
  if (last === undefined || first === undefined || last.at - first.at < 7 * dayMs) return null;
  return sumUsed(recent) / ((last.at - first.at) / dayMs);
}

function sumUsed(readings: readonly MeterReading[]): number {
  return countUsed(readings).at(-1)?.total ?? 0;
}

/** What had been used since the first reading, at each of them: goes on across a changed meter. */
export function countUsed(readings: readonly MeterReading[]): { at: number; total: number }[] {
  let total = 0;
  return readings.map(({ at, number, formerEnd }, place) => {
    const before = readings[place - 1];
    if (before !== undefined) total += Math.max(0, (formerEnd ?? number) - before.number);
    return { at, total };
  });
}

export const readingDoubtTexts: Readonly<Record<ReadingDoubt, Text>> = {
  below: {
    en: 'This is less than the reading before it. A slip? Correct it. If the meter was changed, say so below.',
    ru: 'Это меньше предыдущего показания. Описка? Исправьте. Если счётчик заменили, укажите это ниже.',
  },
  former_below: {
    en: 'The old meter cannot have ended with less than its last reading.',
    ru: 'Старый счётчик не мог закончить меньшим числом, чем его последнее показание.',
  },
  above_next: {
    en: 'A later reading is less than this one.',
    ru: 'Более позднее показание меньше этого.',
  },
  high: {
    en: 'This is more than ten times the usual. If it is right, tick that below and send it again.',
    ru: 'Это в десять с лишним раз больше обычного. Если всё верно, отметьте это ниже и отправьте ещё раз.',
  },
};
