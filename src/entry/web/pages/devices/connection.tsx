import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { formatSensorName } from '../../../../domain/rules/sensor-names.ts';
import { disconnect_device } from '../../../../features/operations/device/disconnect_device.ts';
import { edit_device_connection } from '../../../../features/operations/device/edit_device_connection.ts';
import { list_my_devices } from '../../../../features/operations/device/list_my_devices.ts';
import { type ActionResult, definePage, type FormRequest, Rerender, submitTo } from '../../page/page.ts';
import { conflictAsFieldError, pickChanged, readBaseValues } from '../../server/base-values.ts';
import { loadClock } from '../../server/settlement-clock.ts';
import { StateBadge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FactList, List } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Row } from '../../ui/row.tsx';
import { Stack } from '../../ui/section.tsx';
import { isKind, kindTexts } from '../../words/connection-kinds.ts';
import { formatDeviceName, formatMeasurementAsText } from '../../words/format-sensors.ts';
import { type Clock, formatAge } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { savedText, translateName } from '../../words/shared-texts.ts';
import { ConnectionForms, deviceFieldName } from './connection-forms.tsx';
import { readSettings } from './connection-kinds.ts';
import { ConnectionTest, ConnectionTestResult } from './connection-test-result.tsx';
import { mapConnectionFields } from './form-refusals.ts';
import { PushSteps } from './push-steps.tsx';
import { addressChangedText } from './sealed-secret.ts';
import type { Connection, Device } from './sensor-data.ts';

export const texts = {
  title: { en: 'Connection', ru: 'Связь' },
  devices: labels.devices,
  state: { en: 'State', ru: 'Состояние' },
  kind: { en: 'How', ru: 'Как подключено' },
  asked: { en: 'Last asked', ru: 'Спрашивали' },
  heard: { en: 'Last heard', ru: 'Присылало' },
  never: { en: 'not yet', ru: 'ещё нет' },
  failing: { en: 'It does not answer', ru: 'Не отвечает' },
  failingNote: {
    en: 'We go on trying by ourselves, less and less often. If it lasts for a day we tell you.',
    ru: 'Мы продолжаем пробовать сами, всё реже. Если так будет сутки, сообщим.',
  },
  ended: { en: 'Disconnected. What was measured is kept.', ru: 'Отключено. Всё, что измерено, сохранилось.' },
  nothing: { en: 'Nothing came yet', ru: 'Пока ничего не пришло' },
  nothingWhy: {
    en: 'Sensors appear here by themselves with their first reading.',
    ru: 'Датчики появятся здесь сами с первым показанием.',
  },
  off: { en: 'not taken', ru: 'не принимаем' },
  onlyYou: { en: 'only you see it', ru: 'видите только вы' },
  plot: { en: 'everybody on the plot sees it', ru: 'видят все на участке' },
  paused: {
    en: 'Paused: it is not asked until you resume.',
    ru: 'На паузе: не спрашиваем, пока не возобновите.',
  },
  resumed: { en: 'Resumed.', ru: 'Возобновили.' },
  disconnected: { en: 'Disconnected. The history is kept.', ru: 'Отключили. История осталась.' },
  newKey: {
    en: 'A new key was made. The old one no longer works.',
    ru: 'Создан новый ключ. Старый больше не действует.',
  },
  others: {
    en: 'Whoever connected it sets it up.',
    ru: 'Настраивает его тот, кто подключил.',
  },
} as const satisfies Record<string, Text>;

const stateTexts: Readonly<Record<Connection['state'], Text>> = {
  new: { en: 'waits for the first answer', ru: 'ждём первого ответа' },
  ok: { en: 'all is well', ru: 'всё в порядке' },
  failing: { en: 'does not answer', ru: 'не отвечает' },
  paused: { en: 'paused', ru: 'на паузе' },
  revoked: { en: 'disconnected', ru: 'отключено' },
};
const stateMarks = { new: 'off', ok: 'on', failing: 'warn', paused: 'stale', revoked: 'off' } as const;

const connectionPath = (connection: string) => fillPath(paths.deviceConnection, { connection });

export const deviceConnectionPage = definePage({
  path: paths.deviceConnection,
  access: 'signed-in',
  secret: true,
  texts,
  async load({ connection }, pageRequest) {
    const { data } = await pageRequest.call(list_my_devices, {});
    const found = data.find(({ id }) => id === connection) ?? refuse.notFound('connection');
    return {
      connection: found,
      clock: await loadClock(pageRequest),
      trial: pageRequest.formResult instanceof ConnectionTest ? pageRequest.formResult : null,
    };
  },
  actions: {
    edit: {
      path: paths.editDeviceConnection,
      body: 'text',
      async perform({ connection }, { call, form }) {
        const typed = [...form]
          .filter(([field]) => field.startsWith(deviceFieldName('')))
          .map(([field, value]) => [field, value.trim() || null]);
        const wanted = { name: form.get('name')?.trim() ?? '', ...Object.fromEntries(typed) };
        const stood = readBaseValues(form);
        await conflictAsFieldError(
          call(edit_device_connection, {
            connection,
            ...readNames(pickChanged(wanted, stood)),
            seen: readNames(stood),
          }),
        );
        return { to: connectionPath(connection), notice: savedText };
      },
    },
    pause: submitTo(edit_device_connection, {
      path: paths.pauseDeviceConnection,
      isButton: true,
      read: (form, { connection }) => ({ connection, is_paused: form.get('is_paused') === 'true' }),
      done: (_, { connection }, form) => ({
        to: connectionPath(connection),
        notice: form.get('is_paused') === 'true' ? texts.paused : texts.resumed,
      }),
    }),
    access: {
      path: paths.deviceSecret,
      body: 'text',
      perform: ({ connection }, pageRequest) => changeAccess(connection, pageRequest),
    },
    disconnect: submitTo(disconnect_device, {
      path: paths.disconnectDevice,
      isButton: true,
      read: (_, { connection }) => ({ connection }),
      done: (_, { connection }) => ({ to: connectionPath(connection), notice: texts.disconnected }),
    }),
  },
  head: ({ connection }) => ({ title: connection.name, scripts: ['copy.js'] }),
  render: ({ connection, clock, trial }, { language, shown }) => {
    const { state, is_own, last_error, devices } = connection;
    return (
      <>
        <PageHead
          title={connection.name}
          line={isKind(connection.provider) ? kindTexts[connection.provider].title[language] : ''}
          parent={{ href: paths.devices, text: texts.devices }}
        />
        <Stack>
          {shown?.token !== undefined && (
            <PushSteps
              push={{ url: shown.url ?? '', token: shown.token, sample: shown.sample }}
              language={language}
            />
          )}
          {state === 'failing' && (
            <Notice tone="warn" title={last_error ?? texts.failing[language]}>
              {texts.failingNote}
            </Notice>
          )}
          {state === 'revoked' && <Notice tone="plain">{texts.ended}</Notice>}
          <Card>
            <FactList facts={listFacts(connection, clock)} />
          </Card>
          {devices.length === 0 && state !== 'revoked' && (
            <Card>
              <EmptyState icon="device" title={texts.nothing}>
                {texts.nothingWhy}
              </EmptyState>
            </Card>
          )}
          {devices.map((device) => (
            <SensorsCard key={device.id} device={device} clock={clock} />
          ))}
          {trial && <ConnectionTestResult trial={trial} language={language} />}
          {is_own && state !== 'revoked' && <ConnectionForms connection={connection} />}
          {!is_own && <p class="soft">{texts.others}</p>}
        </Stack>
      </>
    );
  },
});

/** Maps fields of the names form to operation input. */
function readNames({ name, ...devices }: Readonly<Record<string, unknown>>) {
  return {
    ...(name !== undefined && { name }),
    devices: Object.entries(devices).map(([field, given]) => ({
      id: field.slice(deviceFieldName('').length),
      name: given,
    })),
  };
}

async function changeAccess(
  connection: string,
  { call, form, text }: FormRequest<'signed-in'>,
): Promise<ActionResult | Rerender> {
  const kind = text('kind');
  if (kind === 'push') {
    const { push } = await call(edit_device_connection, { connection, secret: null });
    return {
      to: connectionPath(connection),
      notice: texts.newKey,
      shown: { url: push?.url ?? '', token: push?.token ?? '' },
    };
  }
  if (!isKind(kind)) return refuse.notFound('address');
  const wish = {
    connection,
    settings: readSettings(kind, form),
    ...(text('secret') !== '' && { secret: text('secret') }),
  };
  if (text('do') !== 'try') {
    await mapConnectionFields(call(edit_device_connection, wish), addressChangedText);
    return { to: connectionPath(connection), notice: savedText };
  }
  const tried = await mapConnectionFields(
    call(edit_device_connection, { ...wish, dry_run: true }),
    addressChangedText,
  );
  return new Rerender(new ConnectionTest(tried, null, ''));
}

function listFacts({ state, provider, polled_at }: Connection, clock: Clock) {
  const { language } = clock;
  const when = polled_at ? formatAge(polled_at, clock) : texts.never[language];
  return [
    [
      texts.state[language],
      <StateBadge is={stateMarks[state]}>{translateName(stateTexts, state, language)}</StateBadge>,
    ],
    [texts[provider === 'push' ? 'heard' : 'asked'][language], when],
  ] as const;
}

function SensorsCard({ device, clock }: { device: Device; clock: Clock }) {
  const { language } = clock;
  return (
    <Card flush heading={{ id: `device-${device.id}`, title: formatDeviceName(device) }}>
      <List>
        {device.sensors.map((sensor) => {
          const sees = sensor.is_enabled
            ? texts[sensor.visibility === 'private' ? 'onlyYou' : 'plot'][language]
            : texts.off[language];
          return (
            <Row
              key={sensor.id}
              href={fillPath(paths.sensor, { sensor: sensor.id })}
              title={formatSensorName(sensor, language)}
              line={`${formatMeasurementAsText(sensor, language)} · ${sees}`}
            />
          );
        })}
      </List>
    </Card>
  );
}
