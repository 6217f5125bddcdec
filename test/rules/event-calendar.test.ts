import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { fitCalendar, renderAnnouncements } from '../../src/domain/rules/event-calendar.ts';
import { changeEvent } from '../../src/domain/rules/event-changes.ts';
import { type EventDay, eventRepeats, listOccurrences } from '../../src/domain/rules/event-days.ts';
import { renderCalendar } from '../../src/domain/rules/icalendar.ts';
import { findMoment, readOccurrences } from '../harness/calendar-reader.ts';

const now = new Date('2026-01-10T09:00:00Z');
const zones = ['Europe/Moscow', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata'];
const all = { from: new Date('1999-01-01T00:00:00Z'), until: new Date('2099-01-01T00:00:00Z') };

function makeEvent(
  change: Parameters<typeof changeEvent>[1],
  timeZone: string,
  before: EventDay | null = null,
) {
  const event = changeEvent(before, change, { kind: 'announcement', timeZone, now });
  assert.ok(event);
  return event;
}

function render(event: EventDay, timeZone: string, title = 'Вывоз мусора'): string {
  const announcement = { id: '1', title, excerpt: '', url: 'http://here/a', changedAt: now, event };
  return renderCalendar('Посёлок', renderAnnouncements([announcement], timeZone, 'here'));
}

/** Kept: to make one takes longer than all else here. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** As 2026-01-31 04:00. */
function formatInZone(at: string, timeZone: string): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  formats.set(timeZone, format);
  return format.format(new Date(at));
}

const startsOf = (event: EventDay, timeZone: string) =>
  listOccurrences(event, timeZone, all)
    .filter(({ isCancelled }) => !isCancelled)
    .map(({ startsAt }) => startsAt.toISOString());

describe('days of announcements in a calendar', () => {
  it('are on the same moments for our pages and for a foreign parser, in every zone and on every 29th to 31st', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom(...eventRepeats),
        fc.integer({ min: Date.parse('2026-01-01') / 900_000, max: Date.parse('2028-12-31') / 900_000 }),
        fc.integer({ min: 20, max: 1500 }),
        (timeZone, repeats, quarter, days) => {
          const starts_at = new Date(quarter * 900_000).toISOString();
          const repeats_until = new Date(quarter * 900_000 + days * 86_400_000).toISOString().slice(0, 10);
          const event = makeEvent({ starts_at, repeats, repeats_until }, timeZone);
          // Between midnight and four an hour may come twice or not at all, and parsers choose either.
          const isSure = Number(formatInZone(starts_at, timeZone).slice(11, 13)) >= 4;
          const toCompare = (at: string) => (isSure ? at : formatInZone(at, timeZone).slice(0, 10));
          assert.deepEqual(
            readOccurrences(render(event, timeZone)).map(({ startsAt }) => toCompare(startsAt)),
            startsOf(event, timeZone).map(toCompare),
          );
        },
      ),
      { numRuns: 150 },
    );
  });

  it('stay at their hour when clocks are moved, in both directions', () => {
    const zone = 'Europe/Berlin';
    const event = makeEvent(
      {
        starts_at: '2026-03-24T07:00:00+01:00',
        ends_at: '2026-03-24T07:30:00+01:00',
        repeats: 'weekly',
        repeats_until: '2026-11-03',
      },
      zone,
    );
    const read = readOccurrences(render(event, zone));
    const utc = read.map(({ startsAt }) => startsAt.slice(5, 16));
    assert.deepEqual(utc.slice(0, 2), ['03-24T06:00', '03-31T05:00']);
    assert.deepEqual(utc.slice(-3), ['10-20T05:00', '10-27T06:00', '11-03T06:00']);
    assert.equal(read.length, 33);
  });

  it('stay at their hour in every zone of the world, for a foreign parser', () => {
    const problems = Intl.supportedValuesOf('timeZone').flatMap((zone) => {
      const starts_at = findMoment('2026-02-03', '18:30', zone).toISOString();
      const event = makeEvent({ starts_at, repeats: 'weekly', repeats_until: '2027-02-02' }, zone);
      const read = readOccurrences(render(event, zone)).map(({ startsAt }) => formatInZone(startsAt, zone));
      const expected = Array.from({ length: 53 }, (_, week) => {
        const day = new Date(Date.parse('2026-02-03') + week * 7 * 86_400_000).toISOString().slice(0, 10);
        return `${day} 18:30`;
      });
      return isDeepStrictEqual(read, expected)
        ? []
        : [`${zone}: ${read.filter((one, at) => one !== expected[at])}`];
    });
    assert.deepEqual(problems, []);
  });

  it('name summer time as such, and a zone that does not move its clocks standard time', () => {
    const starts_at = '2026-03-24T12:00:00Z';
    const namesOf = (zone: string) => {
      const event = makeEvent({ starts_at, repeats: 'weekly', repeats_until: '2026-11-30' }, zone);
      return [...render(event, zone).matchAll(/BEGIN:(STANDARD|DAYLIGHT)/g)].map(([, name]) => name);
    };
    assert.deepEqual(namesOf('Europe/Moscow'), ['STANDARD']);
    assert.deepEqual(namesOf('Europe/Berlin'), ['STANDARD', 'DAYLIGHT', 'STANDARD']);
  });

  it('end as long after their beginning as the first, unless it is said otherwise', () => {
    const zone = 'Europe/Moscow';
    const series = makeEvent(
      {
        starts_at: '2026-06-06T10:00:00+03:00',
        ends_at: '2026-06-06T12:30:00+03:00',
        repeats: 'weekly',
        repeats_until: '2026-06-13',
      },
      zone,
    );
    const ends = (event: EventDay) =>
      listOccurrences(event, zone, all).map(({ endsAt }) => endsAt?.toISOString() ?? null);
    assert.deepEqual(ends(series), ['2026-06-06T09:30:00.000Z', '2026-06-13T09:30:00.000Z']);
    assert.deepEqual(ends({ ...series, ends_at: null }), [null, null]);
  });

  it('leave out a cancelled one, move another and keep the others, also across the change of clocks', () => {
    const zone = 'Europe/Berlin';
    const series = makeEvent(
      { starts_at: '2026-10-20T18:00:00+02:00', repeats: 'weekly', repeats_until: '2026-11-10' },
      zone,
    );
    const cancelled = makeEvent({ occurrence: { on: '2026-11-03', cancelled: true } }, zone, series);
    const moved = makeEvent(
      { occurrence: { on: '2026-10-27', starts_at: '2026-10-28T19:00:00+01:00' } },
      zone,
      cancelled,
    );
    assert.equal(moved.sequence, 2);
    assert.deepEqual(
      readOccurrences(render(moved, zone)).map(({ startsAt }) => startsAt),
      ['2026-10-20T16:00:00.000Z', '2026-10-28T18:00:00.000Z', '2026-11-10T17:00:00.000Z'],
    );
    assert.deepEqual(
      startsOf(moved, zone),
      readOccurrences(render(moved, zone)).map(({ startsAt }) => startsAt),
    );
    const back = makeEvent({ occurrence: { on: '2026-10-27' } }, zone, moved);
    assert.equal(startsOf(back, zone)[1], '2026-10-27T17:00:00.000Z');
  });

  it('are in a span by the moments of their beginning and end, and not where one was moved and then cancelled', () => {
    const timeZone = 'Europe/Moscow';
    const [starts_at, ends_at] = ['2026-03-03T07:00:00+03:00', '2026-03-03T08:00:00+03:00'];
    const once = makeEvent({ starts_at, ends_at }, timeZone);
    const countFrom = (from: string) =>
      listOccurrences(once, timeZone, { from: new Date(from), until: all.until }).length;
    assert.equal(countFrom('2026-03-03T07:59:59+03:00'), 1);
    assert.equal(countFrom(ends_at), 0, 'it has ended');
    const until = { from: all.from, until: new Date(starts_at) };
    assert.equal(listOccurrences(once, timeZone, until).length, 0, 'it has not begun');
    const series = makeEvent({ starts_at, repeats: 'weekly', repeats_until: '2026-03-20' }, timeZone);
    const moved = { on: '2026-03-10', starts_at: '2026-03-11T07:00:00+03:00', cancelled: true } as const;
    const changed = makeEvent({ occurrence: moved }, timeZone, series);
    assert.deepEqual(
      readOccurrences(render(changed, timeZone)).map(({ startsAt }) => startsAt.slice(0, 10)),
      ['2026-03-03', '2026-03-17'],
    );
  });

  it('are moved and cancelled in their own series alone, also with another one at the same hour', () => {
    const zone = 'Europe/Moscow';
    const series = makeEvent(
      { starts_at: '2027-10-05T07:00:00+03:00', repeats: 'weekly', repeats_until: '2027-10-26' },
      zone,
    );
    const cancelled = makeEvent({ occurrence: { on: '2027-10-12', cancelled: true } }, zone, series);
    const moved = makeEvent(
      { occurrence: { on: '2027-10-19', starts_at: '2027-10-20T09:00:00+03:00' } },
      zone,
      cancelled,
    );
    const common = { excerpt: '', url: 'http://here/a', changedAt: now };
    const list = [
      { ...common, id: '1', title: 'Вывоз мусора', event: moved },
      { ...common, id: '2', title: 'Приём стекла', event: series },
    ];
    const read = readOccurrences(renderCalendar('Посёлок', renderAnnouncements(list, zone, 'here')));
    const daysOf = (title: string) =>
      read.filter((one) => one.title === title).map(({ startsAt }) => startsAt.slice(5, 16));
    assert.deepEqual(daysOf('Вывоз мусора'), ['10-05T04:00', '10-20T06:00', '10-26T04:00']);
    assert.deepEqual(daysOf('Приём стекла'), ['10-05T04:00', '10-12T04:00', '10-19T04:00', '10-26T04:00']);
  });

  it('are in a calendar of at most so many bytes, those that come first before the others', () => {
    const timeZone = 'Europe/Berlin';
    const words = 'Вывоз крупного мусора и веток '.repeat(7).slice(0, 200);
    const series = makeEvent(
      {
        starts_at: '2026-03-03T07:00:00+01:00',
        repeats: 'weekly',
        repeats_until: '2031-03-01',
        place: words,
      },
      timeZone,
    );
    const on = (week: number, hour: number) =>
      new Date(Date.parse(series.starts_at) + week * 7 * 86_400_000 + hour * 3_600_000).toISOString();
    const moved = Array.from({ length: 60 }, (_, week) => ({
      on: on(week, 0).slice(0, 10),
      starts_at: on(week, 30),
    }));
    const single = makeEvent({ starts_at: '2026-03-03T07:00:00+01:00' }, timeZone);
    const list = Array.from({ length: 300 }, (_, place) => ({
      id: String(place),
      title: words,
      excerpt: words + words,
      url: 'http://here/a',
      changedAt: now,
      event: place % 2 === 0 ? { ...series, occurrences: moved } : single,
    }));
    for (const [carrier, limit] of [
      ['feed', 1_300_000],
      ['email', 220_000],
    ] as const) {
      const fitting = fitCalendar(list, carrier);
      const bytes = Buffer.byteLength(renderAnnouncements(fitting, timeZone, 'here'));
      assert.ok(bytes < limit && bytes > limit / 3, `${carrier}: ${bytes}`);
      assert.equal(fitting[0]?.id, '0');
    }
    // Nothing is left out of an ordinary one.
    const singles = list.map((each) => ({ ...each, event: single }));
    assert.equal(fitCalendar(singles, 'feed').length, 300);
  });

  it('say that the whole event is off', () => {
    const zone = 'Europe/Moscow';
    const event = makeEvent({ starts_at: '2026-12-05T12:00:00+03:00', place: 'У правления' }, zone);
    const off = makeEvent({ cancelled: true }, zone, event);
    const [read] = readOccurrences(render(off, zone));
    assert.deepEqual([read?.status, read?.sequence, read?.place], ['CANCELLED', 1, 'У правления']);
  });

  it('cannot be forged by words of a title', () => {
    const zone = 'Europe/Moscow';
    const event = makeEvent({ starts_at: '2026-12-05T12:00:00+03:00' }, zone);
    const title = 'Собрание\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:forged; a, b\\n';
    const text = render(event, zone, title);
    const read = readOccurrences(text);
    assert.deepEqual(
      read.map((each) => each.title),
      [title.replaceAll('\r\n', '\n')],
    );
    for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line);
  });

  it('are bounded: years, days of a series, lengths, changed days', () => {
    const timeZone = 'Europe/Moscow';
    const refused = (change: Parameters<typeof changeEvent>[1], before: EventDay | null = null) =>
      assert.throws(() => makeEvent(change, timeZone, before), { name: 'Refusal' });
    const starts_at = '2026-03-03T07:00:00+03:00';
    refused({ starts_at: '1900-01-01T00:00:00Z' });
    refused({ starts_at: '2050-01-01T00:00:00Z' });
    refused({ starts_at, ends_at: starts_at });
    refused({ starts_at, ends_at: '2026-05-01T00:00:00Z' });
    refused({ starts_at, repeats: 'weekly' });
    refused({ starts_at, repeats_until: '2026-12-01' });
    refused({ starts_at, repeats: 'weekly', repeats_until: '2033-01-01' });
    refused({ starts_at, repeats: 'weekly', repeats_until: '2031-03-08' });
    makeEvent({ starts_at, repeats: 'weekly', repeats_until: '2031-03-07' }, timeZone);
    refused({ starts_at, repeats: 'weekly', repeats_until: '2026-03-01' });
    refused({ place: 'Где-то' });
    refused({ cancelled: true });
    const longest = makeEvent({ starts_at, repeats: 'weekly', repeats_until: '2031-03-01' }, timeZone);
    assert.equal(startsOf(longest, timeZone).length, 261);
    refused({ occurrence: { on: '2026-03-04', cancelled: true } }, longest);
    refused({ occurrence: { on: '2026-03-10', starts_at: '2300-01-01T00:00:00Z' } }, longest);
    const days = listOccurrences(longest, timeZone, all).map(({ on }) => on);
    const many = days
      .slice(0, 60)
      .reduce((event, on) => makeEvent({ occurrence: { on, cancelled: true } }, timeZone, event), longest);
    refused({ occurrence: { on: days[60] ?? '', cancelled: true } }, many);
  });

  it('keep the length when moved, and drop changes of days that are no more', () => {
    const timeZone = 'Europe/Moscow';
    const event = makeEvent(
      {
        starts_at: '2026-03-03T07:00:00+03:00',
        ends_at: '2026-03-03T08:00:00+03:00',
        repeats: 'weekly',
        repeats_until: '2026-06-01',
      },
      timeZone,
    );
    const off = makeEvent({ occurrence: { on: '2026-03-10', cancelled: true } }, timeZone, event);
    const later = makeEvent({ starts_at: '2026-03-03T09:00:00+03:00' }, timeZone, off);
    assert.equal(later.ends_at, '2026-03-03T07:00:00+00:00');
    assert.equal(later.occurrences.length, 1);
    assert.deepEqual(makeEvent({ starts_at: '2026-03-04T09:00:00+03:00' }, timeZone, later).occurrences, []);
  });
});
