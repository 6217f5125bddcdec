import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dayInZone } from '../../src/domain/rules/days.ts';
import { formatLocalTime } from '../../src/domain/rules/local-time.ts';
import { momentOfLocalTime } from '../../src/domain/rules/zone-offset.ts';

describe('local time and day of a zone', () => {
  it('change with the clocks, to the second', () => {
    const at = (text: string) => formatLocalTime(new Date(text), 'Europe/Berlin');
    assert.equal(at('2026-03-29T00:59:59Z'), '2026-03-29T01:59:59+01:00');
    assert.equal(at('2026-03-29T01:00:00Z'), '2026-03-29T03:00:00+02:00');
    assert.equal(at('2026-10-25T00:59:59Z'), '2026-10-25T02:59:59+02:00');
    assert.equal(at('2026-10-25T01:00:00Z'), '2026-10-25T02:00:00+01:00');
  });

  it('know zones off the hour, west of Greenwich and across the date line', () => {
    const moment = new Date('2026-11-16T20:50:07.900Z');
    assert.equal(formatLocalTime(moment, 'Asia/Kathmandu'), '2026-11-17T02:35:07+05:45');
    assert.equal(formatLocalTime(moment, 'America/St_Johns'), '2026-11-16T17:20:07-03:30');
    assert.deepEqual(
      ['Europe/Moscow', 'Asia/Vladivostok', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC'].map((zone) =>
        dayInZone(moment, zone),
      ),
      ['2026-11-16', '2026-11-17', '2026-11-17', '2026-11-16', '2026-11-16'],
    );
    assert.equal(dayInZone(new Date('0250-10-15T23:50:00Z'), 'UTC'), '0250-10-15');
    assert.throws(() => dayInZone(moment, 'Moon/Base'), RangeError);
  });

  it('agree with Intl at every hour of a year with changed clocks', () => {
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Australia/Lord_Howe',
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 1_799_000) {
      const local = formatLocalTime(new Date(at), 'Australia/Lord_Howe').slice(0, 19).replace('T', ' ');
      assert.equal(local, format.format(at));
    }
  });

  it('are the moment at which clocks show them: the first of two, and past a gap', () => {
    const moment = (local: string, zone: string) =>
      new Date(momentOfLocalTime(Date.parse(`${local}Z`), zone)).toISOString().slice(0, 16);
    assert.equal(moment('2026-03-29T01:30', 'Europe/Berlin'), '2026-03-29T00:30');
    assert.equal(moment('2026-03-29T02:30', 'Europe/Berlin'), '2026-03-29T01:30', 'skipped');
    assert.equal(moment('2026-03-29T03:30', 'Europe/Berlin'), '2026-03-29T01:30');
    assert.equal(moment('2026-10-25T02:30', 'Europe/Berlin'), '2026-10-25T00:30', 'twice');
    assert.equal(moment('2026-10-25T03:30', 'Europe/Berlin'), '2026-10-25T02:30');
    assert.equal(moment('2026-06-01T12:00', 'America/St_Johns'), '2026-06-01T14:30');
  });
});
