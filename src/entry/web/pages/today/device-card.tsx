import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { formatSensorName } from '../../../../domain/rules/sensor-names.ts';
import { formatTroubleTitle } from '../../../../domain/rules/trouble-texts.ts';
import { StateBadge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { DayStrip } from '../../ui/chart-lane.tsx';
import { troubleLook, troublePath } from '../../ui/device-troubles.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { List, ListCard } from '../../ui/list.tsx';
import type { Place } from '../../ui/navigation.ts';
import { Row } from '../../ui/row.tsx';
import { formatDeviceState, formatMeasurement, formatMeasurementAsText } from '../../words/format-sensors.ts';
import { type Clock, formatAge } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { type CountedNoun, formatCount } from '../../words/shared-texts.ts';
import type { PumpDay, TodayDevice, TodayDevices } from './devices.ts';

export const texts = {
  open: labels.open,
  whatIsThere: { en: 'Garden, photographs, devices', ru: 'Сад, фотографии, устройства' },
  last: { en: 'last value', ru: 'последнее' },
  never: { en: 'It was not on today', ru: 'Сегодня не включался' },
  on: { en: 'Today', ru: 'Сегодня' },
  hour: { en: 'h', ru: 'ч' },
  minute: { en: 'min', ru: 'мин' },
  gaps: { en: 'part of the day is without data', ru: 'часть дня данных не было' },
} as const satisfies Record<string, Text>;

const timesNoun: CountedNoun = {
  en: { one: 'time', other: 'times' },
  ru: { one: 'раз', few: 'раза', many: 'раз' },
};

/** State of the pump and the water level in two lines; on wide screens also when it ran today. */
export function PumpCard({ pump, clock }: { pump: NonNullable<TodayDevices['pump']>; clock: Clock }) {
  const { language } = clock;
  const { sensor, level, day } = pump;
  const measurement = formatMeasurement(sensor, language);
  const is =
    sensor.is_fresh && measurement?.is !== 'number' && measurement?.is !== 'word'
      ? (measurement?.is ?? 'stale')
      : 'stale';
  const isLow = level?.alerts.some(({ is_raised }) => is_raised);
  const age = sensor.measured_at ? formatAge(sensor.measured_at, clock) : null;
  const today = sensor.is_fresh && day ? formatPumpDay(day, clock) : null;
  return (
    <Card flush>
      <List>
        <Row
          href={fillPath(paths.sensor, { sensor: sensor.id })}
          title={
            <>
              {`${formatSensorName(sensor, language)} `}
              <StateBadge is={is}>{measurement?.value ?? '—'}</StateBadge>
            </>
          }
          line={
            <>
              {age}
              {today && <span class="wide">{` · ${today}`}</span>}
            </>
          }
          age={
            level ? (
              <span class={isLow || !level.is_fresh ? 'level warn num' : 'level num'}>
                {formatMeasurementAsText(level, language)}
              </span>
            ) : undefined
          }
        />
      </List>
      {day && (
        <div class="pump-day">
          <DayStrip id="pump-day" {...day} ticks={['00', '06', '12', '18', '24']} />
        </div>
      )}
    </Card>
  );
}

function formatPumpDay({ on, silences }: PumpDay, { language }: Clock): string {
  const minutes = Math.round(on.reduce((sum, { from, to }) => sum + to - from, 0) / 60_000);
  const worked =
    on.length === 0
      ? texts.never[language]
      : `${texts.on[language]} ${formatCount(language, on.length, timesNoun)}, ${formatMinutes(minutes, language)}`;
  return silences.length > 0 ? `${worked}, ${texts.gaps[language]}` : worked;
}

function formatMinutes(minutes: number, language: Clock['language']): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const [h, m] = [texts.hour[language], texts.minute[language]];
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
  const href = fillPath(paths.plot, { plot: place.plot?.id ?? '' });
  if (!place.plot) return null;
  return (
    <ListCard
      heading={{
        id: 'plot',
        title: `${labels.plot[language]} ${place.plot.number}`,
        link: { href, text: texts.open, further: true },
      }}
    >
      {devices.others.length === 0 && <Row icon="plot" title={texts.whatIsThere} href={href} />}
      {devices.others.map((each) => (
        <DeviceRow key={each.device.id} {...each} clock={clock} />
      ))}
    </ListCard>
  );
}

/** Calm only when nothing is wrong with any of its sensors. */
function DeviceRow({ device, sensor, trouble, clock }: TodayDevice & { clock: Clock }) {
  const { language } = clock;
  const age = formatAge(sensor.measured_at ?? clock.now.toISOString(), clock);
  if (trouble)
    return (
      <Row
        href={troublePath(trouble)}
        {...troubleLook(trouble)}
        title={formatTroubleTitle(trouble, language)}
        line={
          trouble.sensor === sensor || trouble.sensor === null
            ? `${texts.last[language]}: ${formatMeasurementAsText(sensor, language)}, ${age}`
            : `${formatDeviceState(device.name, sensor, language)}, ${age}`
        }
      />
    );
  return (
    <Row
      href={fillPath(paths.sensor, { sensor: sensor.id })}
      icon={icons[sensor.kind] ?? 'device'}
      tone="green"
      title={formatDeviceState(device.name, sensor, language)}
      line={age}
    />
  );
}
