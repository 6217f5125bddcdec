import type { Text } from '../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../base/site/paths.ts';
import type { Trouble, TroubleType } from '../../../domain/rules/device-trouble.ts';
import {
  formatTroubleNow,
  formatTroubleReason,
  formatTroubleTitle,
} from '../../../domain/rules/trouble-texts.ts';
import type { HouseholdDevice } from '../../../features/actions/list_household_devices.ts';
import { type Clock, formatDuration, formatRelativeTime } from '../words/format-time.ts';
import * as labels from '../words/labels.ts';
import type { IconName } from './icon.tsx';
import type { Words } from './language-context.ts';
import { Notice } from './notice.tsx';
import { Row } from './row.tsx';

export type HouseholdTrouble = Trouble<HouseholdDevice>;

export const texts = {
  began: { en: 'Began', ru: 'Началось' },
  lasts: { en: 'for', ru: 'уже' },
  lastData: { en: 'Last data:', ru: 'Последние данные:' },
  plot: labels.plotAbbreviation,
} as const satisfies Record<string, Text>;

const appearance = {
  smoke: { icon: 'alert', tone: 'danger' },
  leak: { icon: 'water', tone: 'danger' },
  limit: { icon: 'alert', tone: 'warn' },
  silence: { icon: 'silent', tone: 'stale' },
  battery: { icon: 'power', tone: 'warn' },
} as const satisfies Record<TroubleType, { icon: IconName; tone: 'danger' | 'warn' | 'stale' }>;

/** The sensor's page; of a device that is silent as a whole, its card among the devices. */
export const troublePath = ({ sensor, device }: HouseholdTrouble) =>
  sensor
    ? fillPath(paths.sensor, { sensor: sensor.id })
    : device.commonTo === null
      ? `${paths.devices}#device-${device.id}`
      : fillPath(paths.villageDevices, { settlement: device.commonTo });

/** The worst about a sensor, or about its device as a whole. */
export const findSensorTrouble = (troubles: readonly HouseholdTrouble[], sensor: string, device: string) =>
  troubles.find((each) => (each.sensor ? each.sensor.id === sensor : each.device.id === device));

/** Sensors on a plot with the names of their devices; those with something wrong first. */
export function listSensorsOfPlot(
  { devices, troubles }: { devices: readonly HouseholdDevice[]; troubles: readonly HouseholdTrouble[] },
  parcel: string,
) {
  return devices
    .filter(({ parcelId }) => parcelId === parcel)
    .flatMap(({ id, name, sensors }) =>
      sensors.map((sensor) => ({
        sensor,
        device: name,
        trouble: findSensorTrouble(troubles, sensor.id, id),
      })),
    )
    .sort((a, b) => Number(b.trouble !== undefined) - Number(a.trouble !== undefined));
}

export const troubleLook = ({ type }: HouseholdTrouble) => appearance[type];

/** Why it is told or what to do, and since when. */
export function formatTroubleDetail(trouble: HouseholdTrouble, clock: Clock): string {
  const reason = formatTroubleReason(trouble, clock.language);
  return [reason, formatSince(trouble, clock), formatTroubleNow(trouble, clock.language)]
    .filter(Boolean)
    .map((sentence) => `${sentence}.`)
    .join(' ');
}

function formatSince({ state, since }: HouseholdTrouble, clock: Clock): string | null {
  const { language, now } = clock;
  if (since === null) return null;
  const when = formatRelativeTime(since, clock);
  if (state === 'silent') return `${texts.lastData[language]} ${when}`;
  const lasted = formatDuration(now.getTime() - Date.parse(since), language);
  return `${texts.began[language]} ${when}, ${texts.lasts[language]} ${lasted}`;
}

/** `plot`: the plot the page is about; others are named. */
export function TroubleRow({
  trouble,
  clock,
  plot,
}: {
  trouble: HouseholdTrouble;
  clock: Clock;
  plot?: string | undefined;
}) {
  const { language } = clock;
  const { device, sensor } = trouble;
  const where = [
    sensor?.name != null && device.name,
    device.parcelId !== plot && `${texts.plot[language]}\u00a0${device.plotNumber}`,
  ].filter(Boolean);
  const detail = formatTroubleDetail(trouble, clock);
  return (
    <Row
      href={troublePath(trouble)}
      {...appearance[trouble.type]}
      title={formatTroubleTitle(trouble, language)}
      line={[...where, detail].join(' · ')}
    />
  );
}

export function TroubleNotice({
  trouble,
  clock,
  link,
}: {
  trouble: HouseholdTrouble;
  clock: Clock;
  link?: { readonly href: string; readonly text: Words };
}) {
  const { icon, tone } = appearance[trouble.type];
  return (
    <Notice
      tone={tone === 'danger' ? 'danger' : 'warn'}
      icon={icon}
      title={formatTroubleTitle(trouble, clock.language)}
      link={link || undefined}
    >
      {formatTroubleDetail(trouble, clock)}
    </Notice>
  );
}
