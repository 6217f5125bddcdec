import ICAL from 'ical.js';

export interface ReadOccurrence {
  readonly uid: string;
  readonly title: string;
  readonly place: string | null;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly status: string | null;
  readonly sequence: number | null;
}

/** What a phone would show of an iCalendar file: read and expanded by a parser that is not ours. */
export function readOccurrences(text: string, until = '2100-01-01'): ReadOccurrence[] {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  for (const zone of calendar.getAllSubcomponents('vtimezone'))
    ICAL.TimezoneService.register(new ICAL.Timezone(zone));
  const components = calendar.getAllSubcomponents('vevent');
  const moved = components.filter((each) => each.hasProperty('recurrence-id'));
  const found = components
    .filter((each) => !each.hasProperty('recurrence-id'))
    .map((each) => {
      const uid = each.getFirstPropertyValue('uid');
      const exceptions = moved.filter((change) => change.getFirstPropertyValue('uid') === uid);
      // Without them the parser takes moved days of all other series for those of this one.
      return new ICAL.Event(each, { strictExceptions: true, exceptions });
    })
    .flatMap((event) =>
      event.isRecurring() ? expand(event, until) : [readOccurrence(event, event.startDate, event.endDate)],
    );
  ICAL.TimezoneService.reset();
  return found.sort((one, other) => (one.startsAt < other.startsAt ? -1 : 1));
}

function expand(event: ICAL.Event, until: string): ReadOccurrence[] {
  const found: ReadOccurrence[] = [];
  const iterator = event.iterator();
  for (let next = iterator.next(); next && next.toString() < until; next = iterator.next()) {
    const { item, startDate, endDate } = event.getOccurrenceDetails(next);
    found.push(readOccurrence(item, startDate, endDate));
  }
  return found;
}

function readOccurrence(event: ICAL.Event, startDate: ICAL.Time, endDate: ICAL.Time): ReadOccurrence {
  return {
    uid: event.uid,
    title: event.summary,
    place: event.location,
    startsAt: startDate.toJSDate().toISOString(),
    endsAt: endDate.toJSDate().toISOString(),
    status: event.component.getFirstPropertyValue('status') as string | null,
    sequence: event.sequence,
  };
}

/** The part of a letter that mail programs put into the calendar. */
export function readCalendarPart({ raw }: { readonly raw: string }): string | null {
  const [, head = '', body = ''] =
    /(Content-Type: text\/calendar[\s\S]*?)\r\n\r\n([\s\S]*?)\r\n--/i.exec(raw) ?? [];
  if (head === '') return null;
  if (!/method=PUBLISH/i.test(head)) throw new Error(`not published: ${head}`);
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString();
  if (!/quoted-printable/i.test(head)) return body;
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

/** The moment at which clocks of the zone show this, found by looking at them. */
export function findMoment(day: string, time: string, timeZone: string): Date {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  let moment = wanted;
  for (let turn = 0; turn < 3; turn += 1) {
    const shown = new Date(moment).toLocaleString('sv-SE', { timeZone });
    moment += wanted - Date.parse(`${shown.replace(' ', 'T')}Z`);
  }
  return new Date(moment);
}
