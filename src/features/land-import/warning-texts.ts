import type { Text } from '../../base/i18n/text.ts';
import type { LandWarning } from '../../domain/rules/land-warnings.ts';

/** Of a single plot. */
export const warningTexts: Readonly<Record<LandWarning, Text>> = {
  swapped: { en: 'latitude and longitude swapped?', ru: 'широта и долгота перепутаны?' },
  outside: { en: 'far from the village', ru: 'далеко от посёлка' },
  overlaps: { en: 'covers land of another plot', ru: 'заходит на соседний участок' },
  moved: { en: 'moves by more than 20 m', ru: 'сдвинется больше чем на 20 м' },
  area: { en: 'area differs by more than 10 %', ru: 'площадь отличается больше чем на 10 %' },
  number: { en: 'number cannot be read', ru: 'номер не читается' },
  two_numbers: { en: 'two numbers: becomes one plot', ru: 'два номера: станет одним участком' },
  no_outline: { en: 'no outline', ru: 'нет контура' },
};
