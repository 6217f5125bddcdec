import type { Text } from '../../../base/i18n/text.ts';
import type { MotionKind } from '../../../domain/rules/board-motions.ts';

/** What a second member of the board decides on. */
export const motionTexts = {
  boundary: { en: 'A new boundary', ru: 'Новая граница' },
  land_import: { en: 'Import a file of plots', ru: 'Загрузить файл участков' },
  undo_import: { en: 'Undo a file of plots', ru: 'Отменить загрузку участков' },
  removal: { en: 'Remove somebody from the register', ru: 'Снять с учёта' },
  dismissal: { en: 'Remove somebody from the board', ru: 'Вывести из правления' },
  single_member: { en: 'Let one member decide alone again', ru: 'Снова решать по одному' },
} as const satisfies Record<MotionKind, Text>;
