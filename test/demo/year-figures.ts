import { createHash } from 'node:crypto';

/** Counted by the tests themselves, from what was typed and what docs/decisions/171 says, without the code that they judge. */

export const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
const moscowMs = 3 * 3_600_000;

/** `2027-03` and so many months later. */
export function monthAfter(month: string, count: number): string {
  const [year = 0, of = 1] = month.split('-').map(Number);
  const whole = year * 12 + of - 1 + count;
  return `${Math.floor(whole / 12)}-${String((whole % 12) + 1).padStart(2, '0')}`;
}

/** A day and an hour in Moscow, where clocks are not moved. */
export const inMoscow = (month: string, day: number, hour: number, minute = 0) =>
  Date.parse(`${month}-01T00:00:00Z`) - moscowMs + (day - 1) * dayMs + hour * 3_600_000 + minute * 60_000;

/** The moment at which the 25th of the month is over. */
export const endOf = (month: string) => inMoscow(month, 25, 24);

export const dayOf = (moment: number) => new Date(moment + moscowMs).toISOString().slice(0, 10);

/** From 0 to below `below`; the same in every run. */
export const draw = (seed: string, below: number) =>
  createHash('sha256').update(seed).digest().readUInt32BE(0) % below;

export const round = (number: number) => Math.round(number * 1000) / 1000;

/** Days of usual use since `start`: more of them pass in summer than in winter. */
export function seasonDays(start: number, moment: number): number {
  const days = (moment - start) / dayMs;
  return days + 6 * (1 - Math.cos((2 * Math.PI * days) / 365));
}

/** What a meter has counted altogether, whatever its dial shows, at the moments when it was read. */
export class CountedMeter {
  readonly readings: { at: number; total: number; dial: number }[] = [];
  /** What has run through it up to a moment. */
  readonly totalAt: (moment: number) => number;
  /** What the dial would have shown at the beginning; another number after the meter was changed. */
  dialBegan: number;

  constructor(dialBegan: number, totalAt: (moment: number) => number) {
    this.dialBegan = dialBegan;
    this.totalAt = totalAt;
  }

  dialAt(moment: number): number {
    return round(this.dialBegan + this.totalAt(moment));
  }

  /** Another meter takes its place, whose dial shows this. */
  change(at: number, newDial: number): void {
    this.dialBegan = newDial - (this.dialAt(at) - this.dialBegan);
  }

  note(at: number, dial: number): void {
    this.readings.push({ at, total: dial - this.dialBegan, dial });
    this.readings.sort((one, other) => one.at - other.at);
  }

  lastBefore(moment: number) {
    return this.readings.filter(({ at }) => at < moment).at(-1);
  }

  /** `missing`: whether it is the end of the month that is not known. */
  used(month: string): { used: number | null; missing: boolean; isEstimated: boolean } {
    const [end, start] = [this.#at(endOf(month)), this.#at(endOf(monthAfter(month, -1)))];
    if (end === null || start === null) return { used: null, missing: end === null, isEstimated: false };
    return { used: end.total - start.total, missing: false, isEstimated: end.isWide || start.isWide };
  }

  #at(moment: number): { total: number; isWide: boolean } | null {
    const before = this.readings.filter(({ at }) => at <= moment);
    const after = this.readings.filter(({ at }) => at > moment);
    const [left, right] = [before.at(-1), after[0]];
    if (left && right) {
      const part = (moment - left.at) / (right.at - left.at);
      const isWide = right.at - left.at > 62 * dayMs;
      return { total: left.total * (1 - part) + right.total * part, isWide };
    }
    const edge = left ?? right;
    if (edge === undefined || Math.abs(edge.at - moment) > 8 * dayMs) return null;
    const others = this.readings.filter(({ at }) => Math.abs(at - edge.at) >= weekMs);
    const other = left ? others.at(-1) : others[0];
    if (other === undefined) return { total: edge.total, isWide: false };
    const pace = (edge.total - other.total) / (edge.at - other.at);
    return { total: edge.total + pace * (moment - edge.at), isWide: false };
  }
}

/** As a Russian writes it: «1 234,5». */
export const written = (number: number, digits = 3) =>
  new Intl.NumberFormat('ru', { maximumFractionDigits: digits })
    .format(number)
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .replace('-', '−');

/** Every Tuesday from the first day to the last, both included. */
export function tuesdays(first: string, last: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last); at += dayMs)
    if (new Date(at).getUTCDay() === 2) days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}
