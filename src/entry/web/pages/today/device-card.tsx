import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { Card } from '../../ui/card.tsx';
import { DayStrip } from '../../ui/chart-lane.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { List } from '../../ui/list.tsx';
import type { Place } from '../../ui/navigation.ts';
import { usePage } from '../../ui/page-context.ts';
import { Readings } from '../../ui/readings.tsx';
import { Row } from '../../ui/row.tsx';
import { formatDeviceName, formatMeasurement } from '../../words/format-sensors.ts';
import { type Clock, formatAge, formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { type CountedNoun, formatCount } from '../../words/shared-texts.ts';
import { toReading } from '../devices/reading.tsx';
import { isSilent, type PumpDay, type TodayDevices } from './devices.ts';

export const texts = {
  week: { en: 'Week', ru: 'Неделя' },
  plot: labels.plot,
  open: labels.open,
  whatIsThere: { en: 'Garden, photographs, devices', ru: 'Сад, фотографии, устройства' },
  silent: labels.isSilent,
  last: { en: 'last seen', ru: 'последний раз' },
  never: { en: 'It was not on today.', ru: 'Сегодня не включался.' },
  on: { en: 'On today:', ru: 'Сегодня включался' },
  total: { en: 'in all', ru: 'всего' },
  gaps: { en: 'Part of the day has no data.', ru: 'Часть дня данных не было.' },
} as const satisfies Record<string, Text>;

const timesNoun: CountedNoun = {
  en: { one: 'time', other: 'times' },
  ru: { one: 'раз', few: 'раза', many: 'раз' },
};

/** State of the pump, water level and today's running times. */
export function PumpCard({ pump, clock }: { pump: NonNullable<TodayDevices['pump']>; clock: Clock }) {
  const { hasPage } = usePage();
  const [state] = pump.sensors;
  const href = fillPath(paths.sensor, { sensor: state?.id ?? '' });
  return (
    <Card
      heading={{
        id: 'pump',
        title: formatDeviceName(pump.device),
        ...(hasPage(href) && { link: { href, text: texts.week[clock.language], further: true } }),
      }}
    >
      <Readings readings={pump.sensors.map((sensor) => toReading(sensor, clock))} />
      {pump.day && (
        <DayStrip
          id="pump-day"
          {...pump.day}
          ticks={['00', '06', '12', '18', '24']}
          caption={formatPumpDay(pump.day, clock)}
        />
      )}
    </Card>
  );
}

function formatPumpDay({ on, silences }: PumpDay, { language }: Clock): string {
  const minutes = Math.round(on.reduce((sum, { from, to }) => sum + to - from, 0) / 60_000);
  const worked =
    on.length === 0
      ? texts.never[language]
      : `${texts.on[language]} ${formatCount(language, on.length, timesNoun)}, ${texts.total[language]} ${formatMinutes(minutes, language)}.`;
  return silences.length > 0 ? `${worked} ${texts.gaps[language]}` : worked;
}

function formatMinutes(minutes: number, language: Clock['language']): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const [h, m] = language === 'ru' ? ['ч', 'мин'] : ['h', 'min'];
  return [hours > 0 && `${hours}\u00a0${h}`, (rest > 0 || hours === 0) && `${rest}\u00a0${m}`]
    .filter(Boolean)
    .join(' ');
}

const icons: Readonly<Record<string, IconName>> = {
  temperature: 'temperature',
  humidity: 'water',
  soil_moisture: 'water',
  water: 'water',
  leak: 'water',
  power: 'power',
  energy: 'power',
  voltage: 'power',
};

/** The plot's other devices, one row each. */
export function PlotCard({ devices, place, clock }: { devices: TodayDevices; place: Place; clock: Clock }) {
  const { language } = clock;
  const { hasPage } = usePage();
  const href = fillPath(paths.plot, { plot: place.plot?.id ?? '' });
  if (!place.plot) return null;
  return (
    <Card
      flush
      heading={{
        id: 'plot',
        title: `${texts.plot[language]} ${place.plot.number}`,
        ...(hasPage(href) && { link: { href, text: texts.open[language], further: true } }),
      }}
    >
      <List>
        {devices.others.length === 0 && <Row icon="plot" title={texts.whatIsThere[language]} href={href} />}
        {devices.others.map(({ device, sensor }) => {
          const said = formatMeasurement(sensor, language);
          const value = said && (said.is === 'number' ? `${said.value}\u00a0${said.unit}` : said.value);
          const when = sensor.measured_at ?? clock.now.toISOString();
          const to = fillPath(paths.sensor, { sensor: sensor.id });
          const link = hasPage(to) ? { href: to } : {};
          if (isSilent(device))
            return (
              <Row
                key={device.id}
                {...link}
                icon="silent"
                tone="stale"
                title={`${formatDeviceName(device)} ${texts.silent[language]}`}
                line={`${texts.last[language]}: ${value ?? '—'}, ${formatRelativeTime(when, clock)}`}
              />
            );
          return (
            <Row
              key={device.id}
              {...link}
              icon={icons[sensor.kind] ?? 'device'}
              tone={said?.is === 'warn' ? 'danger' : 'green'}
              title={`${formatDeviceName(device)}: ${value ?? '—'}`}
              line={formatAge(when, clock)}
            />
          );
        })}
      </List>
    </Card>
  );
}
