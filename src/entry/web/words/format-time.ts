import { findDateFormat } from '../../../base/i18n/format-date.ts';
import type { Language, Text } from '../../../base/i18n/text.ts';
import { dayInZone, dayMs, dayNumberInZone } from '../../../domain/rules/days.ts';
import { type CountedNoun, formatCount } from './shared-texts.ts';

/** The current time in the time zone of the settlement, which decides where days begin. */
export interface Clock {
  readonly now: Date;
  readonly timeZone: string;
  readonly language: Language;
}

const texts = {
  today: { en: 'today', ru: 'сегодня' },
  yesterday: { en: 'yesterday', ru: 'вчера' },
  tomorrow: { en: 'tomorrow', ru: 'завтра' },
  justNow: { en: 'just now', ru: 'только что' },
} as const satisfies Record<string, Text>;

const findDateTimeFormat = ({ language, timeZone }: Clock, options: Intl.DateTimeFormatOptions) =>
  findDateFormat(language, timeZone, options);

/** Days since a moment, in the time zone of the clock. */
const countDaysSince = (moment: Date, { now, timeZone }: Clock) =>
  dayNumberInZone(now, timeZone) - dayNumberInZone(moment, timeZone);

/** Days until a date, Y-m-d. */
export const countDaysUntil = (day: string, { now, timeZone }: Clock) =>
  Date.parse(day) / dayMs - dayNumberInZone(now, timeZone);

/** "today 14:20", "yesterday 18:05", "Sat, 7 November"; with the year when it is not the current one. */
export function formatRelativeTime(at: string, clock: Clock): string {
  const moment = new Date(at);
  const passed = countDaysSince(moment, clock);
  if (passed !== 0 && passed !== 1) return formatDate(moment, clock);
  return `${(passed === 0 ? texts.today : texts.yesterday)[clock.language]}\u00a0${formatTime(at, clock)}`;
}

/** Shortest form for lists: "14:20" today, "yesterday", "7 Nov", "7 Nov 2025". */
export function formatBriefTime(at: string, clock: Clock): string {
  const moment = new Date(at);
  const passed = countDaysSince(moment, clock);
  if (passed <= 0) return formatTime(at, clock);
  if (passed === 1) return texts.yesterday[clock.language];
  const isThisYear = moment.getUTCFullYear() === clock.now.getUTCFullYear();
  return findDateTimeFormat(clock, {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  }).format(moment);
}

/** A date without time, such as a due date: "tomorrow", "Sat, 21 November". */
export function formatDay(day: string, clock: Clock): string {
  const left = countDaysUntil(day, clock);
  const near = { '-1': texts.yesterday, 0: texts.today, 1: texts.tomorrow }[left];
  return near
    ? near[clock.language]
    : formatDate(new Date(day), { now: clock.now, language: clock.language, timeZone: 'UTC' });
}

/** A day somebody goes to: also of another year with its weekday. */
export function formatWeekdayAndDay(day: string, clock: Clock): string {
  const isNear =
    Math.abs(countDaysUntil(day, clock)) <= 1 ||
    day.slice(0, 4) === dayInZone(clock.now, clock.timeZone).slice(0, 4);
  if (isNear) return formatDay(day, clock);
  const options = { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' } as const;
  return findDateFormat(clock.language, 'UTC', options).format(new Date(day));
}

/** Group heading of a history list: today, yesterday, then the month. */
export function formatPeriodHeading(at: string, clock: Clock): string {
  const moment = new Date(at);
  const passed = countDaysSince(moment, clock);
  if (passed <= 1) return (passed <= 0 ? texts.today : texts.yesterday)[clock.language];
  const isThisYear = moment.getUTCFullYear() === clock.now.getUTCFullYear();
  return findDateTimeFormat(clock, { month: 'long', ...(!isThisYear && { year: 'numeric' }) }).format(moment);
}

/** Weekday and date of today, for page headings. */
export function formatToday(clock: Clock): string {
  return findDateTimeFormat(clock, { weekday: 'long', day: 'numeric', month: 'long' }).format(clock.now);
}

function formatDate(moment: Date, clock: Clock): string {
  const isThisYear = moment.getUTCFullYear() === clock.now.getUTCFullYear();
  const options: Intl.DateTimeFormatOptions = isThisYear
    ? { weekday: 'short', day: 'numeric', month: 'long' }
    : { day: 'numeric', month: 'long', year: 'numeric' };
  return findDateTimeFormat(clock, options).format(moment);
}

/** "14:20". */
export function formatTime(at: number | string, clock: Clock): string {
  return findDateTimeFormat(clock, { hour: '2-digit', minute: '2-digit' }).format(new Date(at));
}

const onWeekdayTexts: Readonly<Record<Language, readonly string[]>> = {
  en: ['on Sunday', 'on Monday', 'on Tuesday', 'on Wednesday', 'on Thursday', 'on Friday', 'on Saturday'],
  ru: ['в воскресенье', 'в понедельник', 'во вторник', 'в среду', 'в четверг', 'в пятницу', 'в субботу'],
};

/** Weekday with its preposition: "on Tuesday", "во вторник". */
export function formatOnWeekday(at: number, { language, timeZone }: Clock): string {
  const day = new Date(dayInZone(new Date(at), timeZone)).getUTCDay();
  return (onWeekdayTexts[language][day] ?? '').replace(' ', '\u00a0');
}

/** "10 November". */
export function formatShortDate(at: number, clock: Clock): string {
  return findDateTimeFormat(clock, { day: 'numeric', month: 'long' }).format(at);
}

/** "10 November 2026", for paper that may be read next year. */
export function formatFullDate(at: number, clock: Clock): string {
  return findDateTimeFormat(clock, { day: 'numeric', month: 'long', year: 'numeric' }).format(at);
}

/** "10 November", with the year when it is not the current one. */
export function formatPlainDate(at: number, clock: Clock): string {
  const year = (moment: number | Date) => findDateTimeFormat(clock, { year: 'numeric' }).format(moment);
  return year(at) === year(clock.now) ? formatShortDate(at, clock) : formatFullDate(at, clock);
}

const englishNouns = {
  minutes: { one: 'minute', other: 'minutes' },
  hours: { one: 'hour', other: 'hours' },
  days: { one: 'day', other: 'days' },
} as const;
/** Russian declines by context: "работал 3 часа", but "дольше 3 часов". */
const durationNouns = {
  lasting: {
    minutes: { en: englishNouns.minutes, ru: { one: 'минуту', few: 'минуты', many: 'минут' } },
    hours: { en: englishNouns.hours, ru: { one: 'час', few: 'часа', many: 'часов' } },
    days: { en: englishNouns.days, ru: { one: 'день', few: 'дня', many: 'дней' } },
  },
  longerThan: {
    minutes: { en: englishNouns.minutes, ru: { one: 'минуты', few: 'минут', many: 'минут' } },
    hours: { en: englishNouns.hours, ru: { one: 'часа', few: 'часов', many: 'часов' } },
    days: { en: englishNouns.days, ru: { one: 'дня', few: 'дней', many: 'дней' } },
  },
} as const satisfies Record<string, Record<string, CountedNoun>>;

/** "42 minutes", "3 hours 10 minutes", "2 days". */
export function formatDuration(
  ms: number,
  language: Language,
  nounForm: keyof typeof durationNouns = 'lasting',
): string {
  const { minutes, hours, days } = durationNouns[nounForm];
  const count = (number: number, noun: CountedNoun) =>
    formatCount(language, number, noun).replace(' ', '\u00a0');
  const whole = Math.max(1, Math.round(ms / 60_000));
  if (whole < 60) return count(whole, minutes);
  if (whole >= 2 * 24 * 60) return count(Math.round(whole / 60 / 24), days);
  const rest = whole < 10 * 60 ? whole % 60 : 0;
  const full = rest > 0 || whole % 60 === 0 ? Math.floor(whole / 60) : Math.round(whole / 60);
  return rest > 0 ? `${count(full, hours)} ${count(rest, minutes)}` : count(full, hours);
}

const ageUnits = [
  ['minute', 60_000, 60 * 60_000],
  ['hour', 3_600_000, dayMs],
  ['day', dayMs, 31 * dayMs],
] as const;
const relativeTimeFormats = {
  en: new Intl.RelativeTimeFormat('en', { numeric: 'always' }),
  ru: new Intl.RelativeTimeFormat('ru', { numeric: 'always' }),
};

/** "5 minutes ago"; beyond 30 days the date. */
export function formatAge(at: string, clock: Clock): string {
  const { now, language } = clock;
  const passed = Math.max(0, now.getTime() - Date.parse(at));
  if (passed < 60_000) return texts.justNow[language];
  for (const [unit, length, until] of ageUnits)
    if (passed < until) return relativeTimeFormats[language].format(-Math.floor(passed / length), unit);
  return formatDate(new Date(at), clock);
}
