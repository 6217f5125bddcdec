import type { Language, Text } from '../../../base/i18n/text.ts';

/** Time zones of Russia, west to east; others are shown by their IANA name. */
const zoneTexts: Readonly<Record<string, Text>> = {
  'Europe/Kaliningrad': { en: 'Kaliningrad', ru: 'Калининград' },
  'Europe/Moscow': { en: 'Moscow', ru: 'Москва' },
  'Europe/Samara': { en: 'Samara', ru: 'Самара' },
  'Asia/Yekaterinburg': { en: 'Yekaterinburg', ru: 'Екатеринбург' },
  'Asia/Omsk': { en: 'Omsk', ru: 'Омск' },
  'Asia/Novosibirsk': { en: 'Novosibirsk', ru: 'Новосибирск' },
  'Asia/Krasnoyarsk': { en: 'Krasnoyarsk', ru: 'Красноярск' },
  'Asia/Irkutsk': { en: 'Irkutsk', ru: 'Иркутск' },
  'Asia/Yakutsk': { en: 'Yakutsk', ru: 'Якутск' },
  'Asia/Vladivostok': { en: 'Vladivostok', ru: 'Владивосток' },
  'Asia/Magadan': { en: 'Magadan', ru: 'Магадан' },
  'Asia/Kamchatka': { en: 'Kamchatka', ru: 'Камчатка' },
};

/** Options of the time zone field: those of Russia, the current value, then all others by name. */
export const listTimeZones = (present: string) => [
  ...new Set([...Object.keys(zoneTexts), present, ...Intl.supportedValuesOf('timeZone')]),
];

/** Without a guess of the browser. */
export const usualZones: Readonly<Record<Language, string>> = { en: 'Europe/London', ru: 'Europe/Moscow' };

/** City and offset: `Moscow, UTC+3`; of other countries the name alone, because there are hundreds. */
export function formatTimeZone(zone: string, language: Language): string {
  if (zoneTexts[zone] === undefined) return zone.replaceAll('_', ' ');
  const town = zoneTexts[zone][language];
  const offset = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value;
  return offset ? `${town}, ${offset.replace('GMT', 'UTC')}` : town;
}
