import type { Text } from '../../../base/i18n/text.ts';

/** At every field that others will read: who they are. */
export const whoSeesTexts = {
  name: {
    en: 'Neighbours see your first name and one letter; the board of your village, your household and moderators see all of it.',
    ru: 'Соседи видят имя и одну букву; целиком — правление вашего посёлка, ваш дом и модераторы.',
  },
  email: {
    en: 'Neighbours do not see it. The board of a village where you claim a plot does, and so do moderators if you ask to add a village.',
    ru: 'Соседи её не видят. Видят правление посёлка, где вы подадите заявку на участок, и модераторы, если попросите добавить посёлок.',
  },
  claim: {
    en: 'The board will see your name, email address and this claim; owners of the plot see the name when you ask as family or a tenant.',
    ru: 'Правление увидит ваши имя, почту и эту заявку; собственники участка — имя, если вы семья или жилец.',
  },
} as const satisfies Record<string, Text>;
