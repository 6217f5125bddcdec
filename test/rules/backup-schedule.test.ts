import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lastBackupTime, listExpiredBackups, nameBackup } from '../../src/domain/rules/backup-schedule.ts';

describe('the schedule of backups', () => {
  it('finds the last time of day that has passed', () => {
    const at = 90;
    const last = (now: string) => lastBackupTime(new Date(now), at).toISOString();
    assert.equal(last('2026-03-01T01:29:59Z'), '2026-02-28T01:30:00.000Z');
    assert.equal(last('2026-03-01T01:30:00Z'), '2026-03-01T01:30:00.000Z');
  });

  it('keeps the newest of so many days, weeks and months, and nothing is deleted that it did not name', () => {
    const names = Array.from({ length: 400 }, (_, index) =>
      nameBackup(new Date(Date.UTC(2026, 0, 1 + index, 1, 30))),
    );
    const others = ['settlements.backup', 'notes.txt', 'settlements-2026-01-01-0130.backup.partial'];
    const expired = listExpiredBackups([...names, ...others], { daily: 3, weekly: 2, monthly: 4 });
    const kept = names.filter((name) => !expired.includes(name)).map((name) => name.slice(12, 22));
    // The last of them is of a Thursday.
    assert.deepEqual(kept, [
      '2026-11-30',
      '2026-12-31',
      '2027-01-31',
      '2027-02-02',
      '2027-02-03',
      '2027-02-04',
    ]);
    assert.equal(
      others.some((name) => expired.includes(name)),
      false,
    );
  });

  it('keeps the later of two on one day', () => {
    const [early, late] = [1, 23].map((hour) => nameBackup(new Date(Date.UTC(2026, 0, 1, hour))));
    const expired = listExpiredBackups([late as string, early as string], {
      daily: 1,
      weekly: 1,
      monthly: 1,
    });
    assert.deepEqual(expired, [early]);
  });
});
