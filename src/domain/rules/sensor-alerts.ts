import type { Text } from '../../base/i18n/text.ts';
import { decimalsOf } from './sensor-decimals.ts';

/** When people are told about a sensor. `on`: switched on for longer than so many minutes. */
export const alertKinds = ['below', 'above', 'silent', 'on'] as const;
export type AlertKind = (typeof alertKinds)[number];

/** Enough for a greenhouse; a bound for what one reading can set off. */
export const mostAlerts = 10;
export const longestMinutes = 30 * 24 * 60;
/** Devices are asked once a minute, give or take a few seconds. */
const shortestSilence = 5;

export interface AlertWish {
  readonly kind: AlertKind;
  readonly value?: number | undefined;
  readonly margin?: number | undefined;
  readonly minutes?: number | undefined;
}

export interface WatchedSensor {
  readonly kind: string;
  readonly valueType: 'number' | 'text' | 'boolean';
}

/** As it is stored: what its kind does not need is null. */
export interface AlertRule {
  readonly kind: AlertKind;
  readonly bound: number | null;
  readonly margin: number | null;
  readonly seconds: number | null;
}

/** The rule, or what is wrong with the wish and where. */
export function readAlert(
  wish: AlertWish,
  sensor: WatchedSensor,
): AlertRule | { field: 'kind' | 'value' | 'margin' | 'minutes'; text: Text } {
  const { kind, value, margin, minutes } = wish;
  if (kind === 'below' || kind === 'above') {
    if (sensor.valueType !== 'number') return { field: 'kind', text: notNumber };
    if (value === undefined) return { field: 'value', text: missing };
    if (minutes !== undefined) return { field: 'minutes', text: notHere };
    return { kind, bound: value, margin: margin ?? usualMargin(sensor.kind, value), seconds: null };
  }
  if (kind === 'on' && sensor.valueType !== 'boolean') return { field: 'kind', text: notSwitch };
  if (minutes === undefined) return { field: 'minutes', text: missing };
  if (kind === 'silent' && minutes < shortestSilence) return { field: 'minutes', text: tooShort };
  if (value !== undefined) return { field: 'value', text: notHere };
  if (margin !== undefined) return { field: 'margin', text: notHere };
  return { kind, bound: null, margin: null, seconds: minutes * 60 };
}

const missing: Text = { en: 'This kind of alert needs it.', ru: 'Для такого оповещения это нужно указать.' };
const notHere: Text = {
  en: 'This kind of alert has no use for it.',
  ru: 'Для такого оповещения это не нужно.',
};
const tooShort: Text = {
  en: `Silence is noticed after ${shortestSilence} minutes at the earliest.`,
  ru: `Молчание замечается не раньше чем через ${shortestSilence} минут.`,
};
const notNumber: Text = { en: 'Only for a sensor that tells a number.', ru: 'Только для датчика с числом.' };
const notSwitch: Text = {
  en: 'Only for a sensor that tells yes or no.',
  ru: 'Только для датчика «да — нет».',
};

/** A value that trembles around the bound must not tell anybody twice: a few steps of what the sensor can mean. */
function usualMargin(kind: string, bound: number): number {
  return Math.max(5 / 10 ** decimalsOf(kind), Math.abs(bound) / 100);
}

/** How an alert stands. */
export interface AlertState {
  /** When what it is about began; null: it has not. */
  readonly since: Date | null;
  readonly value: number | null;
  /** When it was noticed; null: all is well. */
  readonly raisedAt: Date | null;
}

const allWell: AlertState = { since: null, value: null, raisedAt: null };

export interface JudgedReading {
  readonly number: number | null;
  readonly measuredAt: Date;
}

/** After one more reading that is newer than those before. The same object: nothing has changed. */
export function judgeReading(
  rule: AlertRule,
  state: AlertState,
  { number, measuredAt }: JudgedReading,
  now: Date,
): AlertState {
  // It spoke, so it is not silent.
  if (rule.kind === 'silent') return state.raisedAt === null ? state : allWell;
  if (number === null) return state;
  if (rule.kind === 'on') {
    if (number !== 1) return state.since === null && state.raisedAt === null ? state : allWell;
    return state.since === null ? { ...state, since: measuredAt, value: number } : state;
  }
  // Seen from the other side, above is below.
  const sign = rule.kind === 'below' ? 1 : -1;
  const [value, bound] = [sign * number, sign * (rule.bound ?? 0)];
  if (state.raisedAt === null)
    return value < bound ? { since: measuredAt, value: number, raisedAt: now } : state;
  return value >= bound + (rule.margin ?? 0) ? allWell : state;
}

/** What time alone brings about, judged each minute. */
export function judgeTime(
  rule: AlertRule,
  state: AlertState,
  /** When the sensor spoke last, or when it began to be watched. */
  heardAt: Date,
  now: Date,
): AlertState {
  if (state.raisedAt !== null || rule.seconds === null) return state;
  const since = rule.kind === 'silent' ? heardAt : state.since;
  if (since === null || now.getTime() - since.getTime() < rule.seconds * 1000) return state;
  return { since, value: state.value, raisedAt: now };
}

/** A sensor that swings past its bound and back, over and over, is told of this often and no more. */
export const quietMs = 10 * 60_000;

/** Once until all was well in between. */
export function isToBeTold(state: AlertState, toldAt: Date | null, now: Date): boolean {
  if (state.raisedAt === null) return false;
  if (toldAt === null) return true;
  return toldAt < state.raisedAt && now.getTime() - toldAt.getTime() >= quietMs;
}
