import type { Language } from './text.ts';

/** Where a language writes a unit otherwise than it is stored. */
const writtenUnits: Readonly<Record<Language, ReadonlyMap<string, string>>> = {
  en: new Map(),
  ru: new Map(
    Object.entries({
      m: 'м',
      W: 'Вт',
      VA: 'ВА',
      kWh: 'кВт·ч',
      V: 'В',
      A: 'А',
      Hz: 'Гц',
      'm³': 'м³',
      'm³/h': 'м³/ч',
      hPa: 'гПа',
      'm/s': 'м/с',
      mm: 'мм',
      lx: 'лк',
      dB: 'дБ',
    }),
  ),
};

export function formatUnit(unit: string, language: Language): string {
  return writtenUnits[language].get(unit) ?? unit;
}
