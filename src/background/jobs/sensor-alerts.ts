import type { Db, Pool } from '../../base/db/connect.ts';
import type { Worker } from '../../domain/kernel/jobs.ts';
import type { Services } from '../../domain/kernel/services.ts';
import { formatLocalTime } from '../../domain/rules/local-time.ts';
import {
  evaluateElapsedTime,
  minNotificationIntervalMs,
  sensorAlertJob,
  shouldNotify,
} from '../../domain/rules/sensor-alerts.ts';
import { namePart, roundToLimit } from '../../domain/rules/trouble-texts.ts';
import { publishEvent } from '../../features/notify/publish-event.ts';
import {
  listDueAlerts,
  lockAlert,
  markAlertNotified,
  saveAlertStates,
  type WatchedAlert,
} from '../../store/devices/sensor-alerts.ts';

export const sensorAlertSchedule = { queue: sensorAlertJob.queue, everySeconds: 60 } as const;

const batchSize = 200;

export interface AlertOptions {
  readonly pool: Pool;
  readonly services: Services;
  readonly signal: AbortSignal;
  now(): Date;
  newId(): string;
}

/**
 * Raises alerts that are due by time and notifies raised ones, each in its own transaction. Returns the number
 * notified.
 */
export async function notifyAlerts(options: AlertOptions): Promise<number> {
  let notified = 0;
  for (let after = '0'; !options.signal.aborted; ) {
    const now = options.now();
    const toldBefore = new Date(now.getTime() - minNotificationIntervalMs);
    const due = await listDueAlerts(options.pool, { now, after, toldBefore, limit: batchSize });
    for (const { id, connectionId } of due) {
      const isTold = await options.pool.begin((db) =>
        evaluateAndNotify({ ...options, db }, id, connectionId),
      );
      if (isTold) notified += 1;
    }
    if (due.length < batchSize) break;
    after = due.at(-1)?.id ?? after;
  }
  return notified;
}

/** Runs in a transaction. True when notifications were sent. */
export async function evaluateAndNotify(
  { db, services, now, newId }: Pick<AlertOptions, 'services' | 'now' | 'newId'> & { db: Db },
  id: string,
  connectionId: string,
): Promise<boolean> {
  const alert = await lockAlert(db, id, connectionId);
  if (alert === undefined) return false;
  const at = now();
  const state = evaluateElapsedTime(alert, alert, alert.reportedAt ?? alert.createdAt, at);
  if (state !== alert) await saveAlertStates(db, [{ ...state, id }]);
  if (!shouldNotify(state, alert.toldAt, at)) return false;
  await markAlertNotified(db, id, at);
  await publishEvent(
    { db, now, newId, services },
    {
      type: 'sensor_alert',
      alert: alert.kind,
      connectionId,
      sensorId: alert.sensorId,
      sensorName: alert.name ?? alert.deviceName,
      part: namePart(alert.kind, { name: alert.name, kind: alert.sensorKind, raw_key: alert.rawKey }),
      kind: alert.sensorKind,
      value: formatMeasurement(alert, state.value),
      bound: alert.bound === null ? '—' : withUnit(alert.bound, alert.unit),
      since: formatLocalTime(state.since ?? at, alert.timeZone),
    },
  );
  return true;
}

function formatMeasurement({ sensorKind, unit, bound }: WatchedAlert, number: number | null): string {
  return number === null ? '—' : withUnit(roundToLimit(sensorKind, number, bound), unit);
}

const withUnit = (number: number, unit: string) => `${number}${unit === '' ? '' : ` ${unit}`}`;

export function sensorAlertsWorker(services: () => Services): Worker {
  return {
    queue: sensorAlertSchedule.queue,
    concurrency: 1,
    lockSeconds: 300,
    attempts: 3,
    async handle(_payload, context) {
      await notifyAlerts({ ...context, services: services() });
    },
  };
}
