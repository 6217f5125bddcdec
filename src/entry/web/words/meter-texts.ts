import { formatNumber } from '../../../base/i18n/format-number.ts';
import type { Language, Text } from '../../../base/i18n/text.ts';
import { formatUnit } from '../../../base/i18n/units.ts';

export const meterKindTexts = {
  energy: { en: 'Electricity', ru: 'Электричество' },
  water: { en: 'Water', ru: 'Вода' },
  gas: { en: 'Gas', ru: 'Газ' },
} as const satisfies Record<string, Text>;
export type MeterKindName = keyof typeof meterKindTexts;

export const isMeterKind = (name: string): name is MeterKindName => Object.hasOwn(meterKindTexts, name);

export const meterUnit = (kind: MeterKindName, language: Language) =>
  formatUnit(kind === 'energy' ? 'kWh' : 'm³', language);

/** What was used: whole for electricity, with tenths for the rest. */
export const formatUsed = (used: number, kind: MeterKindName, language: Language) =>
  `${formatNumber(used, language, kind === 'energy' ? 0 : 1)}\u00a0${meterUnit(kind, language)}`;

/** As the dial shows it. */
export const formatDial = (number: number, kind: MeterKindName, language: Language) =>
  `${formatNumber(number, language)}\u00a0${meterUnit(kind, language)}`;

/** “November 2026”, of Y-m. */
export function formatMonth(month: string, language: Language): string {
  const words = new Date(`${month}-15T12:00:00Z`).toLocaleDateString(language, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return (words.slice(0, 1).toUpperCase() + words.slice(1)).replace(/ г\.$/, '');
}

/** “Nov”, of Y-m: three letters, so that twelve stand below their bars on a phone. */
export const formatMonthBriefly = (month: string, language: Language) =>
  new Date(`${month}-15T12:00:00Z`)
    .toLocaleDateString(language, { month: 'short', timeZone: 'UTC' })
    .slice(0, 3);
