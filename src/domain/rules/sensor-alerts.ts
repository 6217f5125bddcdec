import type { Text } from '../../base/i18n/text.ts';
import { decimalsOf } from './sensor-decimals.ts';
import { isFresh } from './sensor-freshness.ts';

/** Conditions that people are notified of. `on`: switched on for longer than so many minutes. */
export const alertKinds = ['below', 'above', 'silent', 'on'] as const;
export type AlertKind = (typeof alertKinds)[number];

/** Per sensor; bounds how many notifications one reading can cause. */
export const maxAlerts = 10;
export const maxAlertMinutes = 30 * 24 * 60;
/** Devices are polled once a minute, give or take a few seconds. */
const minSilenceMinutes = 5;

export interface AlertInput {
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

/** The parsed rule, or the error and its field. */
export function parseAlert(
  wish: AlertInput,
  sensor: WatchedSensor,
): AlertRule | { field: 'kind' | 'value' | 'margin' | 'minutes'; text: Text } {
  const { kind, value, margin, minutes } = wish;
  if (kind === 'below' || kind === 'above') {
    if (sensor.valueType !== 'number') return { field: 'kind', text: notNumber };
    if (value === undefined) return { field: 'value', text: missing };
    if (minutes !== undefined) return { field: 'minutes', text: notHere };
    return { kind, bound: value, margin: margin ?? defaultMargin(sensor.kind, value), seconds: null };
  }
  if (kind === 'on' && sensor.valueType !== 'boolean') return { field: 'kind', text: notSwitch };
  if (minutes === undefined) return { field: 'minutes', text: missing };
  if (kind === 'silent' && minutes < minSilenceMinutes) return { field: 'minutes', text: tooShort };
  if (value !== undefined) return { field: 'value', text: notHere };
  if (margin !== undefined) return { field: 'margin', text: notHere };
  return { kind, bound: null, margin: null, seconds: minutes * 60 };
}

const missing: Text = { en: 'This kind of alert needs it.', ru: 'Для такого оповещения это нужно указать.' };
const notHere: Text = {
  en: 'This kind of alert does not use it.',
  ru: 'Для такого оповещения это не нужно.',
};
const tooShort: Text = {
  en: `A lost connection is noticed after ${minSilenceMinutes} minutes at the earliest.`,
  ru: `Пропажу связи замечаем не раньше чем через ${minSilenceMinutes} минут.`,
};
const notNumber: Text = {
  en: 'Only for a sensor that measures a number.',
  ru: 'Только для датчика с числом.',
};
const notSwitch: Text = {
  en: 'Only for a sensor that reports yes or no.',
  ru: 'Только для датчика «да — нет».',
};

/**
 * Default hysteresis: five steps of the sensor's resolution or 1% of the bound, so that a value fluctuating around it
 * does not notify twice.
 */
function defaultMargin(kind: string, bound: number): number {
  return Math.max(5 / 10 ** decimalsOf(kind), Math.abs(bound) / 100);
}

export interface AlertState {
  /** Since when the condition holds; null: it does not. */
  readonly since: Date | null;
  readonly value: number | null;
  /** When it was raised; null: it is not. */
  readonly raisedAt: Date | null;
}

const clearedState: AlertState = { since: null, value: null, raisedAt: null };

export interface AlertReading {
  readonly number: number | null;
  readonly measuredAt: Date;
}

/** The state after a newer reading; the same object when nothing changed. */
export function evaluateReading(
  rule: AlertRule,
  state: AlertState,
  { number, measuredAt }: AlertReading,
  now: Date,
): AlertState {
  // Any report ends the silence.
  if (rule.kind === 'silent') return state.raisedAt === null ? state : clearedState;
  if (number === null) return state;
  if (rule.kind === 'on') {
    if (number !== 1) return state.since === null && state.raisedAt === null ? state : clearedState;
    return state.since === null ? { ...state, since: measuredAt, value: number } : state;
  }
  // With the sign inverted, `above` is judged like `below`.
  const sign = rule.kind === 'below' ? 1 : -1;
  const [value, bound] = [sign * number, sign * (rule.bound ?? 0)];
  if (state.raisedAt === null)
    return value < bound ? { since: measuredAt, value: number, raisedAt: now } : state;
  return value >= bound + (rule.margin ?? 0) ? clearedState : state;
}

/** State changes caused by time alone, checked each minute. */
export function evaluateElapsedTime(
  rule: AlertRule,
  state: AlertState,
  /** When the sensor last reported, or when watching began. */
  heardAt: Date,
  now: Date,
): AlertState {
  if (state.raisedAt !== null || rule.seconds === null) return state;
  const since = rule.kind === 'silent' ? heardAt : state.since;
  if (since === null || now.getTime() - since.getTime() < rule.seconds * 1000) return state;
  return { since, value: state.value, raisedAt: now };
}

/** Enqueued when an alert is raised, so that it is notified before the next scheduled run. */
export const sensorAlertJob = { queue: 'sensor_alerts', key: 'turn' } as const;

/** A rule at the moment it is set: judged against the last value if the sensor still reports, and by its silence. */
export function judgeNewAlert(
  rule: AlertRule,
  sensor: {
    readonly number: number | null;
    readonly measuredAt: string | null;
    readonly reportedAt: string | null;
    readonly rhythmS: number | null;
  },
  now: Date,
): AlertState {
  const { number, measuredAt, reportedAt, rhythmS } = sensor;
  const lastReportAt = reportedAt === null ? null : Date.parse(reportedAt);
  const rhythmMs = rhythmS === null ? null : rhythmS * 1000;
  // What is on counts from its last measurement, however old.
  const isJudged = rule.kind === 'on' || isFresh({ lastReportAt, rhythmMs }, now.getTime());
  const read =
    measuredAt !== null && isJudged
      ? evaluateReading(rule, clearedState, { number, measuredAt: new Date(measuredAt) }, now)
      : clearedState;
  return evaluateElapsedTime(rule, read, lastReportAt === null ? now : new Date(lastReportAt), now);
}

/** Minimum time between notifications of a sensor that keeps crossing its bound. */
export const minNotificationIntervalMs = 10 * 60_000;

/** One notification per raised alert. */
export function shouldNotify(state: AlertState, toldAt: Date | null, now: Date): boolean {
  if (state.raisedAt === null) return false;
  if (toldAt === null) return true;
  return toldAt < state.raisedAt && now.getTime() - toldAt.getTime() >= minNotificationIntervalMs;
}
