import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findQuietEnd, nextMorning } from '../../src/domain/rules/morning.ts';

const cases: [now: string, zone: string, morning: string][] = [
  ['2026-11-14T04:59:59Z', 'Europe/Moscow', '2026-11-14T05:00:00.000Z'],
  ['2026-11-14T05:00:00Z', 'Europe/Moscow', '2026-11-15T05:00:00.000Z'],
  ['2026-11-14T20:00:00Z', 'Europe/Moscow', '2026-11-15T05:00:00.000Z'],
  ['2026-12-31T22:30:00Z', 'Asia/Yekaterinburg', '2027-01-01T03:00:00.000Z'],
  ['2026-11-14T12:00:00Z', 'America/New_York', '2026-11-14T13:00:00.000Z'],
  // Daylight saving begins in the first night and ends in the second.
  ['2026-03-28T20:00:00Z', 'Europe/Berlin', '2026-03-29T06:00:00.000Z'],
  ['2026-10-24T20:00:00Z', 'Europe/Berlin', '2026-10-25T07:00:00.000Z'],
  ['2026-11-14T20:00:00Z', 'Nowhere/At all', '2026-11-15T05:00:00.000Z'],
];

for (const [now, zone, morning] of cases) {
  it(`nextMorning after ${now} in ${zone} is ${morning}`, () => {
    assert.equal(nextMorning(new Date(now), zone).toISOString(), morning);
  });
}

const quietCases: [now: string, from: number, to: number, end: string | null][] = [
  ['2026-11-14T18:59:59Z', 22, 7, null],
  ['2026-11-14T19:00:00Z', 22, 7, '2026-11-15T04:00:00.000Z'],
  ['2026-11-15T03:59:59Z', 22, 7, '2026-11-15T04:00:00.000Z'],
  ['2026-11-15T04:00:00Z', 22, 7, null],
  ['2026-11-15T10:30:00Z', 13, 15, '2026-11-15T12:00:00.000Z'],
  ['2026-11-15T12:00:00Z', 13, 15, null],
];

for (const [now, from, to, end] of quietCases) {
  it(`quiet hours from ${from} to ${to} in Moscow at ${now} end ${end ?? 'not: it is not quiet'}`, () => {
    const found = findQuietEnd(new Date(now), { from, to }, 'Europe/Moscow');
    assert.equal(found?.toISOString() ?? null, end);
  });
}
