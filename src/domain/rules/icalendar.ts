import { addDays } from './days.ts';
import { parseLeadTime } from './task-reminder.ts';

/** An all-day event: the due date is a calendar day of the settlement, independent of the reader's time zone. */
export interface CalendarEvent {
  /** Stable for the lifetime of the task. */
  readonly uid: string;
  /** Y-m-d. */
  readonly day: string;
  readonly title: string;
  readonly about: string;
  readonly url: string;
  readonly changedAt: Date;
  /** Format of tasks.remind_before: 2d, 12h; null: only on the day. */
  readonly remindBefore: string | null;
}

/** Hour of the reminder; alarms are relative to midnight and would otherwise ring at night. */
const reminderHour = 9;

/**
 * RFC 5545. Due dates are DATE values without time zone, so that no client shifts them; timestamps are UTC. Lines end
 * with CRLF and are folded at 75 bytes. `events`: from `renderEvents`, as they were loaded: a thousand at once would
 * hold the event loop.
 */
export function renderCalendar(name: string, events: string): string {
  const head = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Settlements//Calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    `NAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
  ];
  return `${renderLines(head)}${events}${renderLines(['END:VCALENDAR'])}`;
}

export const renderEvents = (days: readonly CalendarEvent[]) => renderLines(days.flatMap(renderEvent));

export const renderLines = (lines: readonly string[]) =>
  lines.map((line) => `${foldLine(line)}\r\n`).join('');

function renderEvent(each: CalendarEvent): string[] {
  const changed = formatUtc(each.changedAt);
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(each.uid)}`,
    `DTSTAMP:${changed}`,
    `LAST-MODIFIED:${changed}`,
    `DTSTART;VALUE=DATE:${each.day.replaceAll('-', '')}`,
    `DTEND;VALUE=DATE:${addDays(each.day, 1).replaceAll('-', '')}`,
    `SUMMARY:${escapeText(each.title)}`,
    ...(each.about === '' ? [] : [`DESCRIPTION:${escapeText(each.about)}`]),
    `URL:${each.url}`,
    // A task does not make the day busy.
    'TRANSP:TRANSPARENT',
    ...renderAlarm(`PT${reminderHour}H`, each.title),
    ...(each.remindBefore === null ? [] : renderAlarm(formatTrigger(each.remindBefore), each.title)),
    'END:VEVENT',
  ];
}

const renderAlarm = (trigger: string, title: string) => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${escapeText(title)}`,
  `TRIGGER:${trigger}`,
  'END:VALARM',
];

/** For whole days: in the morning of that day. */
function formatTrigger(lead: string): string {
  const hours = parseLeadTime(lead) ?? 24;
  return `-PT${hours % 24 === 0 ? hours - reminderHour : hours}H`;
}

export const formatUtc = (moment: Date) => `${moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** RFC 5545 3.3.11; control characters are not allowed in TEXT. */
export function escapeText(text: string): string {
  return (
    text
      .toWellFormed()
      .replaceAll(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is left out
      .replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
      .replaceAll(/[\\;,]/g, (mark) => `\\${mark}`)
      .replaceAll('\n', '\\n')
  );
}

const maxLineBytes = 75;
const isContinuation = (byte = 0) => (byte & 0xc0) === 0x80;

/** RFC 5545 3.1: continuation lines begin with a space; multi-byte characters are not split. */
function foldLine(line: string): string {
  if (line.length * 3 <= maxLineBytes) return line;
  const bytes = Buffer.from(line);
  const parts: string[] = [];
  for (let from = 0; from < bytes.length; ) {
    let end = from + maxLineBytes - (from === 0 ? 0 : 1);
    while (isContinuation(bytes[end])) end -= 1;
    parts.push(bytes.toString('utf8', from, end));
    from = end;
  }
  return parts.join('\r\n ');
}
