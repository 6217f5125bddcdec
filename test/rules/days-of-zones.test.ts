import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addDays, dayInZone, startOfDay } from '../../src/domain/rules/days.ts';

const hour = 3_600_000;
const europe = Intl.supportedValuesOf('timeZone').filter((zone) => zone.startsWith('Europe/'));

describe('the days of a year in the zones of Europe, clocks moved in both directions', () => {
  it('each begin once, where the day before ends', () => {
    let moved = 0;
    assert.ok(europe.length > 30);
    for (const zone of europe) {
      const lengths = new Set<number>();
      for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
        const start = startOfDay(day, zone);
        assert.equal(dayInZone(new Date(start), zone), day, `${zone} ${day}`);
        assert.equal(dayInZone(new Date(start - 1), zone), addDays(day, -1), `${zone} before ${day}`);
        lengths.add((startOfDay(addDays(day, 1), zone) - start) / hour);
      }
      const sorted = [...lengths].sort().join();
      assert.ok(['24', '23,24,25'].includes(sorted), `${zone}: days of ${sorted} hours`);
      if (sorted !== '24') moved += 1;
    }
    assert.ok(moved > 20, `clocks are moved in ${moved} zones`);
  });
});
