import type { Text } from '../../../base/i18n/text.ts';
import type { PlotKind } from '../../../domain/rules/plot-kinds.ts';

export const plotKindTexts = {
  dwelling: { en: 'residential', ru: 'жилой' },
  common: { en: 'common land', ru: 'общий' },
  road: { en: 'road', ru: 'дорога' },
  water: { en: 'water', ru: 'водоём' },
  other: { en: 'other', ru: 'другой' },
} as const satisfies Record<PlotKind, Text>;
