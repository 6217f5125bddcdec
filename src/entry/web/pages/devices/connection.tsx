import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { formatSensorName } from '../../../../domain/rules/sensor-names.ts';
import { edit_device_connection } from '../../../../features/operations/device/edit_device_connection.ts';
import { list_my_devices } from '../../../../features/operations/device/list_my_devices.ts';
import { type ActionResult, definePage, type FormRequest, Rerender } from '../../page/page.ts';
import { loadClock } from '../../server/settlement-clock.ts';
import { StateBadge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FactList, ListCard } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import { isKind, kindTexts } from '../../words/connection-kinds.ts';
import { formatDeviceName, formatMeasurementAsText } from '../../words/format-sensors.ts';
import { type Clock, formatAge } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { savedText } from '../../words/shared-texts.ts';
import { ConnectionForms, connectionPath, disconnect, edit, pause } from './connection-forms.tsx';
import { readSettings } from './connection-settings.ts';
import { ConnectionTest, ConnectionTestResult } from './connection-test-result.tsx';
import { mapConnectionFields } from './form-refusals.ts';
import { PushSteps } from './push-steps.tsx';
import { addressChangedText } from './sealed-secret.ts';
import type { Connection, Device } from './sensor-data.ts';

export const texts = {
  title: { en: 'Connection', ru: 'Связь' },
  state: labels.state,
  kind: { en: 'How', ru: 'Как подключено' },
  asked: { en: 'Last polled', ru: 'Спрашивали' },
  heard: { en: 'Last heard', ru: 'Присылало' },
  never: { en: 'not yet', ru: 'ещё нет' },
  failing: { en: 'It is not responding', ru: 'Не отвечает' },
  failingNote: {
    en: 'We keep trying by ourselves, less and less often. If it goes on for a day, we will tell you.',
    ru: 'Мы продолжаем пробовать сами, всё реже. Если так будет сутки, сообщим.',
  },
  ended: { en: 'Disconnected. What was measured is kept.', ru: 'Отключено. Всё, что измерено, сохранилось.' },
  nothing: { en: 'Nothing has arrived yet', ru: 'Пока ничего не пришло' },
  nothingWhy: {
    en: 'Sensors appear here by themselves with their first reading.',
    ru: 'Датчики появятся здесь сами с первым показанием.',
  },
  off: { en: 'not read', ru: 'не принимаем' },
  onlyYou: { en: 'only you see it', ru: 'видите только вы' },
  plot: { en: 'everybody on the plot sees it', ru: 'видят все на участке' },
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
  new: { en: 'waiting for the first answer', ru: 'ждём первого ответа' },
  ok: { en: 'all is well', ru: 'всё в порядке' },
  failing: { en: 'not responding', ru: 'не отвечает' },
  paused: { en: 'paused', ru: 'на паузе' },
  revoked: { en: 'disconnected', ru: 'отключено' },
};
const stateMarks = { new: 'off', ok: 'on', failing: 'warn', paused: 'stale', revoked: 'off' } as const;

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
    edit,
    pause,
    access: {
      path: paths.deviceSecret,
      body: 'text',
      perform: ({ connection }, pageRequest) => changeAccess(connection, pageRequest),
    },
    disconnect,
  },
  head: ({ connection }) => ({ title: connection.name, scripts: ['copy.js'] }),
  render: ({ connection, clock, trial }, { shown }) => {
    const { state, is_own, last_error, devices } = connection;
    return (
      <Screen
        title={connection.name}
        line={isKind(connection.provider) ? kindTexts[connection.provider].title : ''}
        parent={{ href: paths.devices, text: labels.devices }}
      >
        {shown?.token !== undefined && (
          <PushSteps url={shown.url ?? ''} token={shown.token} sample={shown.sample} />
        )}
        {state === 'failing' && (
          <Notice tone="warn" title={last_error ?? texts.failing}>
            {texts.failingNote}
          </Notice>
        )}
        {state === 'revoked' && <Notice tone="plain">{texts.ended}</Notice>}
        <Card>
          <FactList facts={listFacts(connection, clock)} />
        </Card>
        {devices.length === 0 && state !== 'revoked' && (
          <EmptyState icon="device" title={texts.nothing}>
            {texts.nothingWhy}
          </EmptyState>
        )}
        {devices.map((device) => (
          <SensorsCard key={device.id} device={device} clock={clock} />
        ))}
        {trial && <ConnectionTestResult trial={trial} />}
        {is_own && state !== 'revoked' && <ConnectionForms connection={connection} />}
        {!is_own && <p class="soft">{texts.others}</p>}
      </Screen>
    );
  },
});

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
  const when = polled_at ? formatAge(polled_at, clock) : texts.never;
  return [
    [texts.state, <StateBadge is={stateMarks[state]}>{stateTexts[state]}</StateBadge>],
    [provider === 'push' ? texts.heard : texts.asked, when],
  ] as const;
}

function SensorsCard({ device, clock }: { device: Device; clock: Clock }) {
  const { language } = clock;
  return (
    <ListCard heading={{ id: `device-${device.id}`, title: formatDeviceName(device) }}>
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
    </ListCard>
  );
}
