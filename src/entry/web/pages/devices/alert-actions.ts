import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { Refusal } from '../../../../domain/kernel/refusal.ts';
import { edit_device_connection } from '../../../../features/operations/device/edit_device_connection.ts';
import type { ActionResult, FormRequest, PageAction } from '../../page/page.ts';
import { isConflict } from '../../server/base-values.ts';
import type { VisitorCall } from '../../server/visitor-calls.ts';
import { findSensor, type Sensor } from './sensor-data.ts';

const added: Text = { en: 'We will tell you.', ru: 'Сообщим.' };
const removed: Text = { en: 'We will no longer tell you about this.', ru: 'Больше об этом не сообщаем.' };
const notNumber: Text = { en: 'Write a number.', ru: 'Напишите число.' };

type Alert = Sensor['alerts'][number];
type AlertInput = Pick<Alert, 'kind'> & { value?: number; margin?: number; minutes?: number };

type AlertPath =
  | typeof paths.sensorLimitAlert
  | typeof paths.sensorSilenceAlert
  | typeof paths.sensorLongOnAlert
  | typeof paths.removeSensorAlert;
type Change = (alerts: readonly AlertInput[], form: URLSearchParams) => AlertInput[];

function changeAlerts<const Path extends AlertPath>(
  path: Path,
  change: Change,
  notice: Text,
  isButton = false,
): PageAction<Path, 'signed-in'> {
  return {
    path,
    ...(isButton && { isButton }),
    perform: async (
      { sensor }: { sensor: string },
      pageRequest: FormRequest<'signed-in'>,
    ): Promise<ActionResult> => {
      const set = () => updateAlerts(sensor, (alerts) => change(alerts, pageRequest.form), pageRequest.call);
      await mapAlertFields(set(), path === paths.sensorLimitAlert ? 'value' : 'minutes');
      return { to: fillPath(paths.sensor, { sensor }), notice };
    },
  } as PageAction<Path, 'signed-in'>;
}

const maxTries = 5;

/** Adds or removes one alert; on a conflict reloads the alerts and retries. */
async function updateAlerts(
  sensor: string,
  change: (alerts: readonly AlertInput[]) => AlertInput[],
  call: VisitorCall,
  tries = maxTries,
): Promise<void> {
  const found = await findSensor(call, sensor);
  const standing = found.sensor.alerts.map(toAlertInput);
  try {
    await call(edit_device_connection, {
      connection: found.connection.id,
      sensors: [{ id: sensor, alerts: change(standing) }],
      seen: { sensors: [{ id: sensor, alerts: standing }] },
    });
  } catch (error) {
    if (!isConflict(error) || tries <= 1) throw error;
    await updateAlerts(sensor, change, call, tries - 1);
  }
}

/** As operation input: without the fields that its kind does not have. */
function toAlertInput({ kind, value, margin, minutes }: Alert): AlertInput {
  return {
    kind,
    ...(value !== null && { value }),
    ...(margin !== null && { margin }),
    ...(minutes !== null && { minutes }),
  };
}

/** The operation names `sensors.0.alerts.2.value`; the form field is the last segment. */
async function mapAlertFields<T>(work: Promise<T>, whole: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Refusal) || !error.fields) throw error;
    const fields = Object.fromEntries(
      Object.entries(error.fields).map(([name, said]) => {
        const last = name.split('.').at(-1) ?? '';
        return [/^\d*$/.test(last) ? whole : last, said];
      }),
    );
    throw new Refusal({ kind: error.kind, text: error.text, fields });
  }
}

/** Accepts a decimal comma, and U+2212 as the minus sign. */
export function parseNumber(text: string): number {
  const plain = text.trim().replace(',', '.').replace('−', '-');
  return plain === '' ? Number.NaN : Number(plain);
}

function requireNumber(form: URLSearchParams, field: string): number {
  const number = parseNumber(form.get(field) ?? '');
  if (Number.isFinite(number)) return number;
  throw new Refusal({ kind: 'invalid', text: notNumber, fields: { [field]: [notNumber] } });
}

const readMinutes = (form: URLSearchParams) =>
  Math.round(requireNumber(form, 'minutes') * (form.get('unit') === '1' ? 1 : 60));

const isSame = (wish: AlertInput, form: URLSearchParams) =>
  wish.kind === form.get('kind') &&
  String(wish.value ?? '') === (form.get('value') ?? '') &&
  String(wish.minutes ?? '') === (form.get('minutes') ?? '');

export const alertActions = {
  limit: changeAlerts(
    paths.sensorLimitAlert,
    (alerts, form) => [
      ...alerts,
      { kind: form.get('kind') === 'above' ? 'above' : 'below', value: requireNumber(form, 'value') },
    ],
    added,
  ),
  silence: changeAlerts(
    paths.sensorSilenceAlert,
    (alerts, form) => [...alerts, { kind: 'silent', minutes: readMinutes(form) }],
    added,
  ),
  long: changeAlerts(
    paths.sensorLongOnAlert,
    (alerts, form) => [...alerts, { kind: 'on', minutes: readMinutes(form) }],
    added,
  ),
  removeAlert: changeAlerts(
    paths.removeSensorAlert,
    (alerts, form) => alerts.filter((wish) => !isSame(wish, form)),
    removed,
    true,
  ),
};
