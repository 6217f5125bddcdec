import type { Text } from '../../base/i18n/text.ts';
import type { SignedInContext } from '../../domain/kernel/context.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { judgeReading, type MeterReading, readingDoubtTexts } from '../../domain/rules/meter-readings.ts';
import { maxReadingsPerDay } from '../../domain/rules/meters.ts';
import { evaluateReading, sensorAlertJob } from '../../domain/rules/sensor-alerts.ts';
import { typedRhythmS } from '../../domain/rules/sensor-freshness.ts';
import { countTyped, insertMeterReading, listMeterReadings } from '../../store/devices/meter-readings.ts';
import type { SeenMeter } from '../../store/devices/meters.ts';
import { insertReadings } from '../../store/devices/readings.ts';
import { listAlerts, saveAlertStates } from '../../store/devices/sensor-alerts.ts';
import { lockEnabledSensors, saveLatestValues } from '../../store/devices/sensors.ts';

const dayMs = 86_400_000;
const oldestDays = 3 * 366;
/** For judging: three years of a reading a week. */
const maxJudged = 160;
/** Clocks of phones. */
const toleratedFutureMs = 5 * 60_000;

const texts = {
  automatic: {
    en: 'This meter sends its readings by itself.',
    ru: 'Этот счётчик присылает показания сам.',
  },
  ended: { en: 'This meter is no longer read.', ru: 'Показания этого счётчика больше не снимают.' },
  negative: { en: 'Write what the meter shows.', ru: 'Напишите, что показывает счётчик.' },
  future: { en: 'This day is yet to come.', ru: 'Этот день ещё не наступил.' },
  tooOld: { en: 'Readings go back three years.', ru: 'Показания вносят не больше чем за три года назад.' },
  tooOften: {
    en: `At most ${maxReadingsPerDay} readings a day.`,
    ru: `Не больше ${maxReadingsPerDay} показаний в день.`,
  },
  present: {
    en: 'There is a reading of that moment already: undo it first.',
    ru: 'Показание за этот момент уже есть: сначала отмените его.',
  },
} as const satisfies Record<string, Text>;

export interface TypedNumber {
  readonly number: number;
  readonly at: Date;
  readonly formerEnd: number | null;
  readonly isSure: boolean;
  readonly isByBoard: boolean;
}

/** Where the fields of the caller's input stand. */
export interface ReadingFields {
  readonly number: string;
  readonly at: string;
  readonly formerEnd: string;
  readonly isSure: string;
}

/**
 * Stores a reading that somebody typed; asks about one that cannot be or is unlikely. With the meter locked. Returns the
 * reading before it.
 */
export async function typeReading(
  context: Pick<SignedInContext, 'db' | 'caller' | 'services' | 'now' | 'newId'>,
  meter: SeenMeter,
  typed: TypedNumber,
  fields: ReadingFields,
): Promise<{ id: string; before: MeterReading | null }> {
  const { db, caller, now, newId } = context;
  if (meter.isEnded) refuse.invalid(fields.number, texts.ended);
  if (!meter.isTyped) refuse.invalid(fields.number, texts.automatic);
  if (!(typed.number >= 0)) refuse.invalid(fields.number, texts.negative);
  const at = typed.at.getTime();
  if (at > now().getTime() + toleratedFutureMs) refuse.invalid(fields.at, texts.future);
  if (at < now().getTime() - oldestDays * dayMs) refuse.invalid(fields.at, texts.tooOld);
  if ((await countTyped(db, meter.id, new Date(now().getTime() - dayMs))) >= maxReadingsPerDay)
    refuse.invalid(fields.number, texts.tooOften);
  const readings = await listMeterReadings(db, meter.id, maxJudged);
  const reading = { at, number: typed.number, formerEnd: typed.formerEnd };
  const doubt = judgeReading(readings, reading, typed.isSure);
  if (doubt !== null) {
    const field = {
      high: fields.isSure,
      former_below: fields.formerEnd,
      below: fields.number,
      above_next: fields.number,
    };
    refuse.invalid(field[doubt], readingDoubtTexts[doubt]);
  }
  const id = newId();
  const row = { ...reading, id, meterId: meter.id, typedBy: caller.accountId, isByBoard: typed.isByBoard };
  if (!(await insertMeterReading(db, { ...row, now: now() }))) refuse.invalid(fields.at, texts.present);
  if (meter.sensorId !== null && meter.connectionId !== null)
    await showOnSensor(context, { sensorId: meter.sensorId, connectionId: meter.connectionId }, typed);
  return { id, before: readings.findLast((one) => one.at <= at) ?? null };
}

/** The same reading as one of its sensor: for charts, freshness and limits. */
async function showOnSensor(
  { db, services, now }: Pick<SignedInContext, 'db' | 'services' | 'now'>,
  { sensorId, connectionId }: { sensorId: string; connectionId: string },
  { number, at }: TypedNumber,
): Promise<void> {
  const [sensor] = await lockEnabledSensors(db, [{ id: connectionId, readings: 1 }], ['meter'], now());
  if (sensor === undefined) return;
  if (sensor.isStored)
    await insertReadings(db, [{ sensorId, connectionId, measuredAt: at, number, text: null }], now());
  const latest = {
    id: sensorId,
    number,
    text: null,
    at,
    beganAt: at,
    isUnbroken: true,
    rhythmS: typedRhythmS,
  };
  await saveLatestValues(db, [latest]);
  if (!sensor.hasAlerts || (sensor.reportedAt !== null && at <= sensor.reportedAt)) return;
  const changes = (await listAlerts(db, [sensorId])).flatMap((alert) => {
    const state = evaluateReading(alert, alert, { number, measuredAt: at }, now());
    return state === alert
      ? []
      : [{ ...state, id: alert.id, isNew: state.raisedAt !== null && alert.raisedAt === null }];
  });
  if (changes.length > 0) await saveAlertStates(db, changes);
  if (changes.some(({ isNew }) => isNew)) await services.jobs.add(db, sensorAlertJob);
}
