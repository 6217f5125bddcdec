import { createHash } from 'node:crypto';

/** Counted by the test itself, from what was typed and what the rules in docs/decisions/171 say. */

const dayMs = 86_400_000;
const moscowMs = 3 * 3_600_000;

/** `2027-03` and so many months later. */
export function monthAfter(month: string, count: number): string {
  const [year = 0, of = 1] = month.split('-').map(Number);
  const whole = year * 12 + of - 1 + count;
  return `${Math.floor(whole / 12)}-${String((whole % 12) + 1).padStart(2, '0')}`;
}

/** A day and an hour in Moscow, where clocks are not moved. */
export const inMoscow = (month: string, day: number, hour: number, minute = 0) =>
  Date.parse(`${month}-${String(day).padStart(2, '0')}T00:00:00Z`) - moscowMs + hour * 3_600_000 + minute * 60_000;

/** The moment at which the 25th of the month is over. */
export const endOf = (month: string) => inMoscow(month, 25, 24);

export const dayOf = (moment: number) => new Date(moment + moscowMs).toISOString().slice(0, 10);

/** From 0 to below `below`; the same in every run. */
export const draw = (seed: string, below: number) =>
  createHash('sha256').update(seed).digest().readUInt32BE(0) % below;

/** What a meter has counted altogether, whatever its dial shows, at the moments when it was read. */
export class CountedMeter {
  readonly readings: { at: number; total: number; dial: number }[] = [];
  total = 0;
  /** What the dial showed when nothing had been counted; another one after the meter was changed. */
  dialBegan: number;

  constructor(dialBegan: number) {
    this.dialBegan = dialBegan;
  }

  get dial(): number {
    return round(this.dialBegan + this.total);
  }

  read(at: number): void {
    this.readings.push({ at, total: this.total, dial: this.dial });
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
    const before = this.readings.filter(({ at }) => at <= moment).at(-1);
    const after = this.readings.find(({ at }) => at > moment);
    if (before && after) {
      const part = (moment - before.at) / (after.at - before.at);
      return {
        total: before.total * (1 - part) + after.total * part,
        isWide: after.at - before.at > 62 * dayMs,
      };
    }
    const [edge] = [before, after].filter((one) => one !== undefined);
    return edge !== undefined && Math.abs(edge.at - moment) <= 8 * dayMs ? { total: edge.total, isWide: false } : null;
  }
}

export const round = (number: number) => Math.round(number * 1000) / 1000;

/** As a Russian writes it: «1 234,5». */
export const written = (number: number, digits = 3) =>
  new Intl.NumberFormat('ru', { maximumFractionDigits: digits }).format(number).replaceAll(/[\u00a0\u202f]/g, ' ');

/** Every Tuesday from the first one to the last, both included. */
export function tuesdays(first: string, last: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last); at += dayMs)
    if (new Date(at).getUTCDay() === 2) days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}
