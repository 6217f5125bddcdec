import type { Text } from '../../../base/i18n/text.ts';
import type { FeatureFilter, FeatureOutcome, ImportState } from '../../../domain/rules/land-import-states.ts';
import type { LandWarning } from '../../../domain/rules/land-warnings.ts';
import type { CountedNoun } from './shared-texts.ts';

export const stateNames: Readonly<Record<ImportState, Text>> = {
  checking: { en: 'being checked', ru: 'проверяется' },
  columns: { en: 'name its columns', ru: 'назовите столбцы' },
  checked: { en: 'waiting for your answer', ru: 'ждёт вашего решения' },
  applying: { en: 'being imported', ru: 'загружается' },
  applied: { en: 'imported', ru: 'загружен' },
  taken_back: { en: 'undone', ru: 'отменён' },
  unreadable: { en: 'could not be read', ru: 'не прочитан' },
  failed: { en: 'failed', ru: 'не получилось' },
};

export const outcomeNames: Readonly<Record<FeatureFilter, Text>> = {
  warned: { en: 'To look at', ru: 'Проверьте' },
  added: { en: 'New', ru: 'Новые' },
  changed: { en: 'Changed', ru: 'Изменятся' },
  unchanged: { en: 'The same', ru: 'Без изменений' },
  refused: { en: 'Cannot be imported', ru: 'Не загрузить' },
  left_out: { en: 'Left out', ru: 'Оставлены' },
  renamed: { en: 'Number taken', ru: 'Номер занят' },
};

/** For a single feature. */
export const outcomeTexts: Readonly<Record<FeatureOutcome, Text>> = {
  added: { en: 'new', ru: 'новый' },
  changed: { en: 'changes', ru: 'изменится' },
  unchanged: { en: 'unchanged', ru: 'без изменений' },
  refused: { en: 'cannot be imported', ru: 'не загрузить' },
  left_out: { en: 'left out', ru: 'оставлен' },
};

export const features: CountedNoun = {
  en: { one: 'feature', other: 'features' },
  ru: { one: 'объект', few: 'объекта', many: 'объектов' },
};

/** What the board says yes to. */
export const acceptTexts: Readonly<Record<LandWarning, Text>> = {
  swapped: { en: 'Latitude and longitude are right', ru: 'Широта и долгота на своих местах' },
  outside: { en: 'These plots do lie far away', ru: 'Эти участки правда далеко' },
  overlaps: { en: 'These plots do overlap', ru: 'Эти участки правда заходят один на другой' },
  moved: { en: 'Move these plots', ru: 'Эти участки правда сдвинутся' },
  area: { en: 'The areas are right', ru: 'Площади правильные' },
  number: { en: 'The numbers are right', ru: 'Номера правильные' },
  two_numbers: { en: 'Each is one plot with two numbers', ru: 'Это один участок с двумя номерами' },
  no_outline: { en: 'Import them without an outline', ru: 'Загрузить без контура' },
};
