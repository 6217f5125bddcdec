import { cleanLine } from './clean-line.ts';
import { limits } from './limits.ts';
import {
  type Aggregation,
  binaryClasses,
  booleanWords,
  type KindName,
  kindOfDimension,
  numericClasses,
  numericWords,
  sensorKinds,
  type ValueType,
} from './sensor-kinds.ts';
import { findConversion, findDimension } from './units.ts';

export type { Aggregation, KindName, ValueType } from './sensor-kinds.ts';

/** Metadata of a sensor as the source provides it. */
export interface SensorHint {
  readonly rawKey: string;
  readonly name?: string | undefined;
  readonly deviceClass?: string | undefined;
  readonly unit?: string | undefined;
  readonly stateClass?: string | undefined;
  readonly valueType?: ValueType | undefined;
  /** An actuator; a name like "gas boiler" is then what it switches, not what it measures. */
  readonly isActuator?: boolean | undefined;
  /** Payloads for true and false, if not the usual ones. */
  readonly on?: string | undefined;
  readonly off?: string | undefined;
  /** A sample value, to infer the type if nothing else tells it. */
  readonly sample?: unknown;
}

export interface Value {
  /** Booleans are 1 and 0. */
  readonly number: number | null;
  readonly text: string | null;
}

export interface NormalizedSensor {
  readonly kind: KindName | '';
  readonly valueType: ValueType;
  readonly aggregation: Aggregation;
  readonly unit: string;
  /** Converts a raw value to the canonical unit; null if unavailable or invalid. */
  readonly parseValue: (value: unknown) => Value | null;
}

export function normalizeSensor(hint: SensorHint): NormalizedSensor {
  const valueType = hint.valueType ?? guessValueType(hint);
  if (valueType === 'boolean') return normalizeBooleanSensor(hint);
  if (valueType === 'number') return normalizeNumericSensor(hint);
  return { kind: '', valueType: 'text', aggregation: 'last', unit: '', parseValue: readText };
}

function guessValueType({ unit, stateClass, deviceClass, sample }: SensorHint): ValueType {
  if (unit || stateClass || Object.hasOwn(numericClasses, deviceClass ?? '')) return 'number';
  if (typeof sample === 'boolean') return 'boolean';
  return toNumber(sample) === null ? 'text' : 'number';
}

function normalizeBooleanSensor(hint: SensorHint): NormalizedSensor {
  const words = simplifyNames(hint);
  const named = booleanWords.find(([pattern]) => pattern.test(words))?.[1];
  const kind = booleanKind(hint, named);
  // Contact sensors report true when closed; a `door` is true when open.
  const inverted =
    hint.on === undefined &&
    (kind === 'door' || kind === 'window') &&
    /\bcontact\b/.test(simplify(hint.rawKey));
  return {
    kind,
    valueType: 'boolean',
    aggregation: kind === '' ? 'last' : sensorKinds[kind].aggregation,
    unit: '',
    parseValue: (value) => {
      const found = toBoolean(value, hint);
      return found === null ? null : { number: found === inverted ? 0 : 1, text: null };
    },
  };
}

function booleanKind(hint: SensorHint, named: KindName | undefined): KindName | '' {
  // A pump behind a plain switch or a "running" sensor counts as a pump.
  if (named === 'pump_state') return named;
  if (hint.isActuator) return named === 'valve_state' ? named : 'switch';
  return findKindByClass(binaryClasses, hint.deviceClass) ?? (hint.deviceClass ? '' : (named ?? ''));
}

function normalizeNumericSensor(hint: SensorHint): NormalizedSensor {
  const rawUnit = cleanLine(hint.unit ?? '', limits.unitLength);
  const kind = numericKind(hint, rawUnit);
  const canonical = kind === '' ? rawUnit : canonicalUnit(kind, rawUnit);
  const convert = kind === '' || rawUnit === '' ? null : findConversion(rawUnit, canonical);
  return {
    kind,
    valueType: 'number',
    aggregation: numericAggregation(kind, hint.stateClass),
    unit: canonical,
    parseValue: (value) => {
      const number = toNumber(value);
      if (number === null) return null;
      return { number: convert ? convert(number) : number, text: null };
    },
  };
}

function numericKind(hint: SensorHint, unit: string): KindName | '' {
  const fits = (kind: KindName | null | undefined): kind is KindName =>
    kind !== undefined &&
    kind !== null &&
    sensorKinds[kind].valueType === 'number' &&
    (unit === '' || sensorKinds[kind].units.some((known) => findConversion(unit, known) !== null));
  const byClass = findKindByClass(numericClasses, hint.deviceClass);
  if (hint.deviceClass && byClass) return fits(byClass) ? byClass : '';
  const words = simplifyNames(hint);
  const named = numericWords.find(([pattern]) => pattern.test(words))?.[1];
  if (named !== undefined) return fits(named) ? named : '';
  const plain = findKindByClass(kindOfDimension, findDimension(unit));
  return fits(plain) ? plain : '';
}

function canonicalUnit(kind: KindName, unit: string): string {
  const accepted: readonly string[] = sensorKinds[kind].units;
  const found = unit === '' ? undefined : accepted.find((known) => findConversion(unit, known) !== null);
  return found ?? accepted[0] ?? '';
}

function numericAggregation(kind: KindName | '', stateClass: string | undefined): Aggregation {
  if (stateClass === 'total_increasing') return 'max';
  if (stateClass === 'total') return 'last';
  return kind === '' ? 'mean' : sensorKinds[kind].aggregation;
}

function findKindByClass(
  table: Readonly<Record<string, KindName>>,
  key: string | undefined,
): KindName | undefined {
  return key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}

function simplifyNames(hint: SensorHint): string {
  return `${simplify(hint.rawKey)} | ${simplify(hint.name ?? '')}`;
}

/** `waterLevel`, `water_level`, `sensor.water-level` → `water level`; Cyrillic letters are kept. */
function simplify(name: string): string {
  return name
    .slice(0, limits.keyLength)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .toLowerCase();
}

const numeric = /^[+-]?(\d{1,15}([.,]\d{1,15})?|[.,]\d{1,15})(e[+-]?\d{1,2})?$/i;
const maxMagnitude = 1e15;

function toNumber(value: unknown): number | null {
  const trimmed = typeof value === 'string' ? value.slice(0, 64).trim() : value;
  if (typeof trimmed === 'string' && !numeric.test(trimmed)) return null;
  const number =
    typeof trimmed === 'string'
      ? Number(trimmed.replace(',', '.'))
      : typeof trimmed === 'number'
        ? trimmed
        : Number.NaN;
  return Number.isFinite(number) && Math.abs(number) <= maxMagnitude ? number : null;
}

const trueWords = new Set([
  'on',
  'true',
  '1',
  'yes',
  'open',
  'opening',
  'detected',
  'wet',
  'alarm',
  'online',
  'running',
]);
const falseWords = new Set([
  'off',
  'false',
  '0',
  'no',
  'closed',
  'closing',
  'clear',
  'dry',
  'normal',
  'offline',
  'idle',
]);

function toBoolean(value: unknown, { on, off }: SensorHint): boolean | null {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null;
  const written = String(value).slice(0, 64);
  if (on !== undefined && written === on) return true;
  if (off !== undefined && written === off) return false;
  if (typeof value === 'boolean') return value;
  const lower = written.trim().toLowerCase();
  return trueWords.has(lower) ? true : falseWords.has(lower) ? false : null;
}

function readText(value: unknown): Value | null {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null;
  const text = cleanLine(String(value), limits.textLength);
  return text === '' ? null : { number: null, text };
}
