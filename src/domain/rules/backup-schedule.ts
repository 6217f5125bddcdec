/** A backup that is still unfinished after this was cut off. */
export const maxBackupHours = 24;

/** How many backups are kept: the newest of each of so many days, weeks and months. */
export interface BackupKeep {
  daily: number;
  weekly: number;
  monthly: number;
}

const pattern = /^settlements-(\d{4})-(\d\d)-(\d\d)-(\d\d)(\d\d)\.backup$/;
const day = 86_400_000;

export function nameBackup(at: Date): string {
  const [date, time = ''] = at.toISOString().split('T');
  return `settlements-${date}-${time.slice(0, 2)}${time.slice(3, 5)}.backup`;
}

/** Undefined: the name is not one that the schedule gives. */
function timeOf(name: string): number | undefined {
  const [, year, month, date, hour, minute] = pattern.exec(name) ?? [];
  return year === undefined
    ? undefined
    : Date.UTC(Number(year), Number(month) - 1, Number(date), Number(hour), Number(minute));
}

/** The last moment at which a backup was to begin; `at` is a time of day (UTC) in minutes. */
export function lastBackupTime(now: Date, at: number): Date {
  const midnight = Math.floor(now.getTime() / day) * day;
  const today = midnight + at * 60_000;
  return new Date(today <= now.getTime() ? today : today - day);
}

/** Of these names the backups to delete. Other files in the same place are left alone. */
export function listExpiredBackups(names: readonly string[], keep: BackupKeep): string[] {
  const newestFirst = names
    .filter((name) => timeOf(name) !== undefined)
    .sort()
    .reverse();
  const kept = new Set<string>();
  const keepNewest = (count: number, periodOf: (time: number) => number) => {
    const periods = new Set<number>();
    for (const name of newestFirst) {
      const period = periodOf(timeOf(name) as number);
      if (periods.has(period)) continue;
      if (periods.size === count) return;
      periods.add(period);
      kept.add(name);
    }
  };
  keepNewest(keep.daily, (time) => Math.floor(time / day));
  // The first of January 1970 was a Thursday; weeks begin on Monday.
  keepNewest(keep.weekly, (time) => Math.floor((time / day + 3) / 7));
  keepNewest(keep.monthly, (time) => new Date(time).getUTCFullYear() * 12 + new Date(time).getUTCMonth());
  return newestFirst.filter((name) => !kept.has(name));
}
