import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { list_household_devices } from '../../../../features/actions/list_household_devices.ts';
import { list_my_devices } from '../../../../features/operations/device/list_my_devices.ts';
import { definePage } from '../../page/page.ts';
import { loadClock } from '../../server/settlement-clock.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { findSensorTrouble, type HouseholdTrouble } from '../../ui/device-troubles.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Fold } from '../../ui/fold.tsx';
import type { Words } from '../../ui/language-context.ts';
import { List, ListCard } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SensorRow } from '../../ui/sensor-row.tsx';
import { formatDeviceName } from '../../words/format-sensors.ts';
import type { Clock } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { type CountedNoun, formatCount } from '../../words/shared-texts.ts';
import type { Connection, Device, Sensor } from './sensor-data.ts';

export const texts = {
  title: labels.devices,
  connect: labels.connect,
  none: { en: 'No devices yet', ru: 'Устройств пока нет' },
  noneWhy: {
    en: 'Connect a well pump, a thermometer or a whole smart home, and see from anywhere that all is well.',
    ru: 'Подключите насос, термометр или весь умный дом: издалека будет видно, что всё в порядке.',
  },
  noPlot: { en: 'First, a plot', ru: 'Сначала участок' },
  noPlotWhy: {
    en: 'Devices belong to a plot. Find your village and say that you live there.',
    ru: 'Устройства относятся к участку. Найдите свой посёлок и скажите, что живёте там.',
  },
  find: { en: 'Find my village', ru: 'Найти свой посёлок' },
  waiting: {
    en: 'Connected. The first readings will arrive within a minute or two.',
    ru: 'Подключено. Первые показания придут через минуту-другую.',
  },
  waitingPush: {
    en: 'Connected. Readings appear as soon as the device sends some.',
    ru: 'Подключено. Показания появятся, как только устройство их пришлёт.',
  },
  failing: { en: 'Offline:', ru: 'Нет связи:' },
  paused: { en: 'Paused', ru: 'На паузе' },
  look: { en: 'What to do', ru: 'Что делать' },
  setUp: { en: 'Set up', ru: 'Настроить' },
  more: { en: 'More:', ru: 'Ещё' },
  ended: { en: 'Disconnected; the history is kept', ru: 'Отключены, история осталась' },
} as const satisfies Record<string, Text>;

const sensors: CountedNoun = {
  en: { one: 'sensor', other: 'sensors' },
  ru: { one: 'датчик', few: 'датчика', many: 'датчиков' },
};

/** Sensors shown per device; the rest is on the connection page. */
const maxSensorsShown = 8;

export const devicesPage = definePage({
  path: paths.devices,
  access: 'signed-in',
  texts,
  async load(_, pageRequest) {
    const [{ data: connections }, signed, { troubles }] = await Promise.all([
      pageRequest.call(list_my_devices, {}),
      pageRequest.loadSignedInUser(),
      pageRequest.call(list_household_devices, {}),
    ]);
    const parcels = signed?.me.parcels.filter(({ state }) => state === 'confirmed') ?? [];
    const clock = await loadClock(pageRequest, parcels[0]?.settlement_slug);
    return { connections, parcels, troubles, clock };
  },
  render: ({ connections, parcels, troubles, clock }, { language }) => {
    const connected = connections.filter(({ state }) => state !== 'revoked');
    const ended = connections.filter(({ state, devices }) => state === 'revoked' && devices.length > 0);
    const [plot] = parcels;
    const groups = [...new Set(connected.map(({ parcel_id }) => parcel_id))];
    const numberOf = (id: string) => parcels.find(({ parcel_id }) => parcel_id === id)?.plot_number;
    return (
      <Screen
        title={texts.title}
        parent={
          plot
            ? {
                href: fillPath(paths.plot, { plot: plot.parcel_id }),
                text: `${labels.plot[language]} ${plot.plot_number}`,
              }
            : undefined
        }
        action={plot && connected.length > 0 && <ConnectLink />}
      >
        {connected.length === 0 && <NoDevices hasPlot={plot !== undefined} />}
        {groups.map((parcel) => (
          <div key={parcel} class="stack">
            {groups.length > 1 && numberOf(parcel) && (
              <h2>{`${labels.plot[language]} ${numberOf(parcel)}`}</h2>
            )}
            {connected
              .filter(({ parcel_id }) => parcel_id === parcel)
              .map((connection) => (
                <ConnectionSection
                  key={connection.id}
                  connection={connection}
                  troubles={troubles}
                  clock={clock}
                />
              ))}
          </div>
        ))}
        {ended.length > 0 && (
          <Fold title={texts.ended}>
            <List>
              {ended.map(({ id, name }) => (
                <Row key={id} href={fillPath(paths.deviceConnection, { connection: id })} title={name} />
              ))}
            </List>
          </Fold>
        )}
      </Screen>
    );
  },
});

const ConnectLink = () => (
  <LinkButton href={paths.connectDevice} icon="plus">
    {texts.connect}
  </LinkButton>
);

function NoDevices({ hasPlot }: { hasPlot: boolean }) {
  return (
    <EmptyState
      icon="device"
      title={hasPlot ? texts.none : texts.noPlot}
      action={hasPlot ? <ConnectLink /> : <LinkButton href={paths.settlements}>{texts.find}</LinkButton>}
    >
      {hasPlot ? texts.noneWhy : texts.noPlotWhy}
    </EmptyState>
  );
}

/** Devices of one connection; its failure first, since the values below are stale then. */
function ConnectionSection({
  connection,
  troubles,
  clock,
}: {
  connection: Connection;
  troubles: readonly HouseholdTrouble[];
  clock: Clock;
}) {
  const { language } = clock;
  const { state, name, is_own, last_error, devices, provider } = connection;
  const href = fillPath(paths.deviceConnection, { connection: connection.id });
  const look = is_own ? { href, text: texts.look } : undefined;
  const setUp = is_own ? { href, text: texts.setUp } : undefined;
  return (
    <>
      {state === 'failing' && (
        <Notice tone="warn" title={`${texts.failing[language]} ${name}`} link={look}>
          {last_error}
        </Notice>
      )}
      {state === 'paused' && (
        <Notice tone="plain" icon="clock" title={`${texts.paused[language]}: ${name}`} link={look} />
      )}
      {devices.length === 0 && (
        <Card heading={{ id: `connection-${connection.id}`, title: name, link: setUp }}>
          <p class="soft">{provider === 'push' ? texts.waitingPush : texts.waiting}</p>
        </Card>
      )}
      {devices.map((device) => (
        <DeviceCard
          key={device.id}
          device={device}
          troubles={troubles.filter((each) => each.device.id === device.id)}
          clock={clock}
          settings={setUp}
        />
      ))}
    </>
  );
}

function DeviceCard({
  device,
  troubles,
  clock,
  settings,
}: {
  device: Device;
  troubles: readonly HouseholdTrouble[];
  clock: Clock;
  settings: { href: string; text: Words } | undefined;
}) {
  const { language } = clock;
  const troubleOf = (sensor: Sensor) => findSensorTrouble(troubles, sensor.id, device.id);
  // Those with something wrong first: none of them may be cut off.
  const enabled = device.sensors
    .filter(({ is_enabled }) => is_enabled)
    .sort((a, b) => Number(troubleOf(b) !== undefined) - Number(troubleOf(a) !== undefined));
  const rest = enabled.length - maxSensorsShown;
  return (
    <ListCard heading={{ id: `device-${device.id}`, title: formatDeviceName(device), link: settings }}>
      {enabled.slice(0, maxSensorsShown).map((sensor) => (
        <SensorRow key={sensor.id} sensor={sensor} trouble={troubleOf(sensor)} clock={clock} />
      ))}
      {rest > 0 && (
        <Row
          title={`${texts.more[language]} ${formatCount(language, rest, sensors)}`}
          href={fillPath(paths.deviceConnection, { connection: device.connection_id })}
        />
      )}
    </ListCard>
  );
}
