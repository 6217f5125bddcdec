import { z } from 'zod';
import type { Db } from '../../../base/db/connect.ts';
import {
  enumField,
  formatTimestamp,
  id as idField,
  integer,
  measuredNumber,
  outEnum,
  outId,
  outText,
  outTimestamp,
  timestamp,
} from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import {
  chooseRawBucketMs,
  maxPeriodMs,
  maxPoints,
  maxRawPeriodMs,
  planReadings,
  type ReadingPlan,
  readingSteps,
} from '../../../domain/rules/reading-steps.ts';
import { summarizeReadings } from '../../../domain/rules/reading-summary.ts';
import { decimalsOf, roundTo } from '../../../domain/rules/sensor-decimals.ts';
import { isFresh } from '../../../domain/rules/sensor-freshness.ts';
import { listRollups } from '../../../store/devices/reading-rollups.ts';
import {
  aggregateReadings,
  type ChartPoint,
  countBeyond,
  hasRawReadings,
  listOnIntervals,
  listReadings,
  type Period,
  sumSecondsOn,
} from '../../../store/devices/readings.ts';
import { findVisibleSensor, type VisibleSensor } from '../../../store/devices/sensors.ts';

const reading = z.object({
  at: outTimestamp.describe('When it was measured, or when the step begins.'),
  number: z.number().nullable().describe('The value, gathered as `aggregation` says; null: it is a text.'),
  text: outText.nullable().describe('The last text of the step; null: it is a number.'),
  low: z.number().nullable().describe('The lowest number of the step.'),
  high: z.number().nullable().describe('The highest number of the step.'),
  count: z.int().describe('How many readings it stands for.'),
});

const beyondWords = (bound: 'below' | 'above') =>
  `Only with \`${bound}\`: how many readings lie so; null: longer than 62 days, or older than single readings are kept.`;

const summary = z
  .object({
    count: z.int().describe('How many readings there were.'),
    low: z.number().nullable().describe('The lowest number.'),
    high: z.number().nullable().describe('The highest number.'),
    mean: z.number().nullable().describe('Only for sensors whose `aggregation` is mean.'),
    trend: outEnum(['rising', 'falling', 'steady'])
      .nullable()
      .describe(
        'Which way it went over the period; null: too few numbers, no mean, or silent now while the period lasts until now.',
      ),
    on_seconds: z
      .int()
      .nullable()
      .describe(
        'How long a sensor of yes and no told yes; null: it is none, or the period is longer than 62 days or older than single readings are kept.',
      ),
  })
  .extend({
    below: z.int().nullable().optional().describe(beyondWords('below')),
    above: z.int().nullable().optional().describe(beyondWords('above')),
  })
  .describe('The whole period as one.');

const bound = measuredNumber(1e15);

const onPeriod = z.object({ from: outTimestamp, to: outTimestamp });

const day = 24 * 3_600_000;
/** About 90,000 rows at one reading a minute. */
const maxSummedMs = 62 * day;

export const list_sensor_readings = defineOperation({
  name: 'list_sensor_readings',
  tag: 'Device',
  route: 'GET /devices/sensors/{sensor}/readings',
  success: 200,
  scope: 'mcp:private',
  audiences: ['resident'],
  summary: 'What a sensor measured over a period: a summary, and points, oldest first.',
  description: 'A long period comes in hours or days of UTC.',
  input: z.object({
    sensor: idField.describe('From list_my_devices.'),
    from: timestamp.optional().describe('Left out: a day before `to`.'),
    to: timestamp.optional().describe('Not included; left out: now.'),
    below: bound.optional().describe('Also count the readings below this.'),
    above: bound.optional().describe('Also count the readings above this.'),
    points: integer(10, maxPoints).default(maxPoints).describe('At most so many.'),
    step: enumField(readingSteps).default('auto').describe('auto: the finest that fits. raw: up to 7 days.'),
  }),
  output: z.object({
    data: z.object({
      sensor_id: outId,
      kind: outText.describe('Empty: not known.'),
      unit: outText,
      value_type: outEnum(['number', 'text', 'boolean']),
      aggregation: outEnum(['mean', 'sum', 'max', 'last']),
      from: outTimestamp,
      to: outTimestamp,
      step: outEnum(['raw', 'hour', 'day']),
      step_seconds: z.int().describe('How long one entry of `readings` lasts; 0: single readings.'),
      decimals: z.int().describe('How many digits after the point mean something.'),
      summary,
      readings: z.array(reading),
      on: z
        .array(onPeriod)
        .nullable()
        .describe(
          'When a sensor of yes and no told yes, oldest first, at most 1,000 times; null: it is none, or the period is not given in single readings.',
        ),
    }),
  }),
  toolInput: { points: 200 },
  /** Assistants get rounded numbers. */
  formatForTools: ({ data }) => {
    const round = (number: number | null) => (number === null ? null : roundTo(number, data.decimals));
    const { low, high } = data.summary;
    return {
      data: {
        ...data,
        summary: { ...data.summary, low: round(low), high: round(high) },
        readings: data.readings.map((one) => ({
          ...one,
          number: round(one.number),
          low: round(one.low),
          high: round(one.high),
        })),
      },
    };
  },
  async show(input, { db, caller, now }) {
    const sensor = (await findVisibleSensor(db, input.sensor, caller.accountId)) ?? refuse.notFound('sensor');
    const period = parsePeriod(input, now());
    const span = period.to.getTime() - period.from.getTime();
    if (input.step === 'raw' && span > maxRawPeriodMs) {
      refuse.invalid('step', {
        en: 'Single readings are given for up to 7 days; for longer take hour, day or auto.',
        ru: 'Отдельные измерения — не больше чем за 7 дней; для большего срока: hour, day или auto.',
      });
    }
    const isSwitch = sensor.valueType === 'boolean';
    const at = now();
    const reporting = {
      lastReportAt: sensor.reportedAt?.getTime() ?? null,
      rhythmMs: sensor.rhythmS && sensor.rhythmS * 1000,
    };
    // Of a sensor that fell silent nobody knows which way it goes; of a past period it is known.
    const hasTrend = period.to < at || isFresh(reporting, at.getTime());
    const { points, bucketMs, step } = await loadPoints(
      db,
      sensor,
      period,
      planReadings(span, input.step, input.points),
      input.points,
    );
    return {
      data: {
        sensor_id: sensor.id,
        kind: sensor.kind,
        unit: sensor.unit,
        value_type: sensor.valueType,
        aggregation: sensor.aggregation,
        from: formatTimestamp(period.from),
        to: formatTimestamp(period.to),
        step,
        step_seconds: Math.round(bucketMs / 1000),
        decimals: sensor.valueType === 'number' ? decimalsOf(sensor.kind) : 0,
        summary: {
          ...summarizeReadings(points, sensor),
          ...(!hasTrend && { trend: null }),
          on_seconds: isSwitch ? await computeSecondsOn(db, sensor.id, clampPeriodEnd(period, at)) : null,
          ...(await countBeyondBounds(db, sensor.id, period, input)),
        },
        readings: points.map(showPoint),
        on:
          step === 'raw' && isSwitch
            ? (await listOnIntervals(db, sensor.id, clampPeriodEnd(period, now()), input.points)).map(
                showOnPeriod,
              )
            : null,
      },
    };
  },
});

/** What hourly points do not tell is read from single readings, if the period is short enough and they are kept. */
async function hasSummableReadings(db: Db, { from, to }: Period): Promise<boolean> {
  return to.getTime() - from.getTime() <= maxSummedMs && (await hasRawReadings(db, from));
}

async function countBeyondBounds(
  db: Db,
  sensorId: string,
  period: Period,
  bounds: { below?: number | undefined; above?: number | undefined },
) {
  const { below, above } = bounds;
  if (below === undefined && above === undefined) return {};
  const counts = (await hasSummableReadings(db, period))
    ? await countBeyond(db, sensorId, period, bounds)
    : { below: null, above: null };
  return {
    ...(below !== undefined && { below: counts.below }),
    ...(above !== undefined && { above: counts.above }),
  };
}

async function computeSecondsOn(db: Db, sensorId: string, period: Period): Promise<number | null> {
  if (!(await hasSummableReadings(db, period))) return null;
  return Math.round(await sumSecondsOn(db, sensorId, period));
}

function parsePeriod(input: { from?: string | undefined; to?: string | undefined }, now: Date): Period {
  const to = input.to === undefined ? now : new Date(input.to);
  const from = input.from === undefined ? new Date(to.getTime() - day) : new Date(input.from);
  const isReal = (date: Date) => date.getUTCFullYear() >= 1900 && date.getUTCFullYear() <= 9999;
  if (!isReal(to)) refuse.invalid('to', { en: 'A year from 1900 to 9999.', ru: 'Год от 1900 до 9999.' });
  if (!isReal(from)) refuse.invalid('from', { en: 'A year from 1900 to 9999.', ru: 'Год от 1900 до 9999.' });
  if (from >= to) {
    refuse.invalid('from', {
      en: 'The period must begin before it ends.',
      ru: 'Начало должно быть раньше конца.',
    });
  }
  if (to.getTime() - from.getTime() > maxPeriodMs) {
    refuse.invalid('from', { en: 'A period of at most 10 years.', ru: 'Период не больше 10 лет.' });
  }
  return { from, to };
}

async function loadPoints(
  db: Db,
  { id, connectionId, aggregation }: VisibleSensor,
  period: Period,
  { step, bucketMs }: ReadingPlan,
  most: number,
): Promise<ReadingPlan & { points: ChartPoint[] }> {
  if (step !== 'raw') {
    const wanted = { step, bucketMs, aggregation };
    return {
      step,
      bucketMs,
      points: await listRollups(db, { id, connectionId }, period, wanted, most),
    };
  }
  const single = await listReadings(db, id, period, most + 1);
  if (single.length <= most) return { step, bucketMs, points: single };
  const width = chooseRawBucketMs(period.to.getTime() - period.from.getTime(), most);
  const wanted = { bucketMs: width, aggregation };
  return { step, bucketMs: width, points: await aggregateReadings(db, id, period, wanted, most) };
}

/** Ends the period at the present: the future was not measured. */
function clampPeriodEnd(period: Period, now: Date): Period {
  return period.to <= now ? period : { from: period.from, to: new Date(Math.max(+period.from, +now)) };
}

function showPoint([at, count, number, low, high, text]: ChartPoint): z.input<typeof reading> {
  return { at: formatTimestamp(new Date(at)), number, text, low, high, count };
}

function showOnPeriod([from, to]: readonly [number, number]): z.input<typeof onPeriod> {
  return { from: formatTimestamp(new Date(from)), to: formatTimestamp(new Date(to)) };
}
