import type { Text } from '../../base/i18n/text.ts';

/** How somebody's time on a plot ended, or that the ending was undone. */
export const residencyEndingTexts = {
  'notifications.residency_ended_on': {
    en: 'Your time on plot {plot} ended on {day}.',
    ru: 'Вы больше не числитесь на участке {plot} с {day}.',
  },
  'notifications.residency_sold': {
    en: 'Your time on plot {plot} ended on {day}: the plot was sold.',
    ru: 'Вы больше не числитесь на участке {plot} с {day}: участок продан.',
  },
  'notifications.residency_moved': {
    en: 'Your time on plot {plot} ended on {day}: you moved away.',
    ru: 'Вы больше не числитесь на участке {plot} с {day}: вы переехали.',
  },
  'notifications.residency_mistake': {
    en: 'You were recorded on plot {plot} by mistake: the record has been removed.',
    ru: 'На участке {plot} вас записали по ошибке: запись сняли.',
  },
  'notifications.residency_restored': {
    en: 'You are recorded on plot {plot} again: your removal was undone.',
    ru: 'Вы снова записаны на участке {plot}: снятие с учёта отменили.',
  },
} as const satisfies Record<string, Text>;
