import { z } from 'zod';
import type { Context } from '../../../domain/kernel/context.ts';
import { enumField, formatTimestamp, outEnum, outTimestamp } from '../../../domain/kernel/fields.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import {
  type AlertRule,
  type AlertState,
  alertKinds,
  judgeNewAlert,
  maxAlertMinutes,
  maxAlerts,
  parseAlert,
  sensorAlertJob,
} from '../../../domain/rules/sensor-alerts.ts';
import { replaceAlerts } from '../../../store/devices/sensor-alerts.ts';
import type { AlertInList, SensorRow } from '../../../store/devices/sensors.ts';

const maxAlertValue = 1e15;

export const alertsField = z
  .array(
    z.strictObject({
      kind: enumField(alertKinds).describe(
        'below, above: of `value`; silent: nothing for `minutes`; on: for longer than `minutes`.',
      ),
      value: z.number().min(-maxAlertValue).max(maxAlertValue).optional().describe('In the sensor’s unit.'),
      margin: z
        .number()
        .min(0)
        .max(maxAlertValue)
        .optional()
        .describe('How far back beyond `value` until all is well; by default a few steps of the sensor.'),
      minutes: z.int().min(1).max(maxAlertMinutes).optional().describe('For silent and on.'),
    }),
  )
  .max(maxAlerts)
  .optional()
  .describe(
    'All of the sensor’s alerts; [] for none. Told once until all is well, to you and to members who see the sensor.',
  );

export const alertShape = z.object({
  kind: outEnum(alertKinds),
  value: z.number().nullable().describe('The bound of below and above.'),
  margin: z.number().nullable(),
  minutes: z.int().nullable().describe('How long silent or on.'),
  is_raised: z.boolean().describe('True: it is so at present.'),
  since: outTimestamp.nullable().describe('Raised: since when it is so; null: all is well.'),
  raised_value: z
    .number()
    .nullable()
    .describe('Raised: the value with which it began; null: none, or all is well.'),
});

export function showAlert({ kind, bound, margin, seconds, raisedAt, since, value }: AlertInList) {
  const isRaised = raisedAt !== null;
  return {
    kind,
    value: bound,
    margin,
    minutes: seconds === null ? null : Math.round(seconds / 60),
    is_raised: isRaised,
    since: isRaised && since !== null ? formatTimestamp(new Date(since)) : null,
    raised_value: isRaised ? value : null,
  };
}

/** A stored rule in input form, without the fields its kind does not use. */
export function toAlertInput({ kind, bound, margin, seconds }: AlertRule) {
  return {
    kind,
    ...(bound !== null && { value: bound }),
    ...(margin !== null && { margin }),
    ...(seconds !== null && { minutes: Math.round(seconds / 60) }),
  };
}

type SensorAlertsInput = { readonly id: string; readonly alerts?: z.output<typeof alertsField> };

/** Checked against what each sensor measures; `sensors` are those of the connection. */
export async function setAlerts(
  { db, now, newId, services }: Pick<Context, 'db' | 'now' | 'newId' | 'services'>,
  wishes: readonly SensorAlertsInput[],
  sensors: readonly SensorRow[],
): Promise<void> {
  const byId = new Map(sensors.map((sensor) => [sensor.id, sensor]));
  const at = now();
  const rules: ({ sensorId: string } & AlertRule & AlertState)[] = [];
  const set = new Set<string>();
  for (const [place, { id, alerts }] of wishes.entries()) {
    const sensor = byId.get(id);
    if (alerts === undefined || sensor === undefined) continue;
    const seen = new Set<string>();
    set.add(id);
    for (const [nth, wish] of alerts.entries()) {
      const rule = parseAlert(wish, sensor);
      const field = `sensors.${place}.alerts.${nth}`;
      if ('field' in rule) return refuse.invalid(`${field}.${rule.field}`, rule.text);
      if (seen.has(JSON.stringify(rule))) refuse.invalid(field, sameTwice);
      seen.add(JSON.stringify(rule));
      rules.push({ ...rule, ...judgeNewAlert(rule, sensor, at), sensorId: id });
    }
  }
  if (set.size === 0) return;
  await replaceAlerts(db, [...set], rules, at, newId);
  if (rules.some(({ raisedAt }) => raisedAt !== null)) await services.jobs.add(db, sensorAlertJob);
}

const sameTwice = { en: 'This alert is given twice.', ru: 'Такое оповещение указано дважды.' };
