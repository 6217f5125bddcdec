import type { Language, Text } from '../../../../base/i18n/text.ts';
import { formatUnit } from '../../../../base/i18n/units.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { formatSensorName } from '../../../../domain/rules/sensor-names.ts';
import { loadPushOffer } from '../../loaders/push-devices.ts';
import { definePage } from '../../page/page.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TroubleNotice } from '../../ui/device-troubles.tsx';
import { PushOffer } from '../../ui/push-switch.tsx';
import { Readings } from '../../ui/readings.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Segments } from '../../ui/tabs.tsx';
import { formatDeviceName } from '../../words/format-sensors.ts';
import { formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { alertActions } from './alert-actions.ts';
import { AlertsCard } from './alerts-card.tsx';
import { HistoryCard } from './history-card.tsx';
import { formatReadingNumber, formatTimeInPeriod } from './history-description.ts';
import { periodNames, periodTexts } from './period.ts';
import { toReading } from './reading.tsx';
import { ReadingsTable } from './readings-table.tsx';
import { loadSensor, type SensorData } from './sensor-data.ts';
import { SensorSettings, settings } from './sensor-settings.tsx';

export const texts = {
  title: labels.readings,
  settings: { en: 'Set up', ru: 'Настроить' },
  onlyYou: { en: 'only you see it', ru: 'видите только вы' },
  plot: { en: 'everybody on the plot sees it', ru: 'видят все на участке' },
  periods: { en: 'Period', ru: 'Период' },
  connection: { en: 'Connection', ru: 'Связь' },
  lowest: { en: 'Lowest', ru: 'Самое низкое' },
} as const satisfies Record<string, Text>;

export const sensorPage = definePage({
  path: paths.sensor,
  access: 'signed-in',
  texts,
  async load({ sensor }, pageRequest) {
    const data = await loadSensor(pageRequest, sensor);
    const warns = data.connection.is_own && data.sensor.alerts.length > 0;
    return { ...data, pushKey: warns ? await loadPushOffer(pageRequest) : null };
  },
  actions: {
    settings,
    ...alertActions,
  },
  head: (data, { language }) => ({
    title: titleOf(data, language),
    scripts: [
      ...(data.numbers && data.numbers.runs.length > 0 ? ['chart.js'] : []),
      ...(data.pushKey === null ? [] : ['push.js']),
    ],
  }),
  render: (data, { language }) => {
    const { sensor, connection, device, clock, period } = data;
    const isOwn = connection.is_own && connection.state !== 'revoked';
    const href = (name: string) => `${fillPath(paths.sensor, { sensor: sensor.id })}?period=${name}`;
    const sees = texts[sensor.visibility === 'private' ? 'onlyYou' : 'plot'][language];
    const about = isPair(data) ? formatSensorName(sensor, language) : formatDeviceName(device);
    return (
      <Screen
        title={titleOf(data, language)}
        line={`${about} · ${sees}`}
        parent={{ href: paths.devices, text: labels.devices }}
        action={
          isOwn && (
            <LinkButton href="#settings" kind="quiet" icon="settings">
              {texts.settings}
            </LinkButton>
          )
        }
      >
        {data.troubles.map((trouble) => (
          <TroubleNotice
            key={`${trouble.state} ${trouble.bound}`}
            trouble={trouble}
            clock={clock}
            link={
              isOwn && trouble.state === 'silent'
                ? {
                    href: fillPath(paths.deviceConnection, { connection: connection.id }),
                    text: texts.connection,
                  }
                : undefined
            }
          />
        ))}
        <Card>
          <Readings readings={listReadings(data)} />
          <Segments
            label={texts.periods}
            here={href(period.name)}
            tabs={periodNames.map((name) => ({ href: href(name), text: periodTexts[name] }))}
          />
        </Card>
        <HistoryCard data={data} />
        <AlertsCard sensor={sensor} isOwn={isOwn} clock={clock} />
        {data.pushKey !== null && (
          <PushOffer publicKey={data.pushKey} next={fillPath(paths.sensor, { sensor: sensor.id })} />
        )}
        <ReadingsTable data={data} />
        {isOwn && <SensorSettings sensor={sensor} />}
      </Screen>
    );
  },
});

/** Two sensors on one chart are titled by their device. */
const isPair = ({ numbers, switched }: SensorData) => numbers !== null && switched !== null;

const titleOf = (data: SensorData, language: Language) =>
  isPair(data) ? formatDeviceName(data.device) : formatSensorName(data.sensor, language);

function listReadings({ numbers, switched, sensor, clock, ...data }: SensorData) {
  const { language } = clock;
  const shown = numbers && switched ? [numbers.sensor, switched.sensor] : [sensor];
  const readings = shown.map((each) => toReading(each, clock));
  const lowest = numbers?.runs
    .flat()
    .map(({ at, value, low = value }) => ({ at, low }))
    .reduce<{ at: number; low: number } | null>(
      (best, one) => (best && best.low <= one.low ? best : one),
      null,
    );
  if (!numbers || !lowest || numbers.summary.count < 2) return readings;
  const isSeen = data.period.name === 'day';
  return [
    ...readings,
    {
      label: texts.lowest,
      value: formatReadingNumber(lowest.low, numbers.sensor.decimals, language),
      unit: formatUnit(numbers.sensor.unit, language),
      age: isSeen
        ? formatRelativeTime(new Date(lowest.at).toISOString(), clock)
        : formatTimeInPeriod(lowest.at, { clock, period: data.period }),
    },
  ];
}
