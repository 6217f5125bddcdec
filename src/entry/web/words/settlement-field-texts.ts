import type { Text } from '../../../base/i18n/text.ts';
import * as labels from './labels.ts';

/** For the forms in which a settlement is described. */
export const settlementFieldTexts = {
  name: labels.name,
  kind: labels.kind,
  status: { en: 'Stage', ru: 'Состояние' },
  address: labels.address,
  addressHint: { en: 'as you would tell a driver', ru: 'как объясняют водителю' },
  timeZone: { en: 'Time zone', ru: 'Часовой пояс' },
  timeZoneHint: { en: 'by which days begin here', ru: 'по нему здесь начинаются сутки' },
} as const satisfies Record<string, Text>;
