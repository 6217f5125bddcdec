import type { Language } from './text.ts';

const russianUnits: ReadonlyMap<string, string> = new Map(
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
);

export function formatUnit(unit: string, language: Language): string {
  return language === 'ru' ? (russianUnits.get(unit) ?? unit) : unit;
}
