import type { Text } from '../../../base/i18n/text.ts';
import * as labels from './labels.ts';
import { whoSeesTexts } from './who-sees-texts.ts';

/** What is asked of everybody who registers, the first account of an installation too. */
export const newAccountTexts = {
  name: { en: 'What should we call you?', ru: 'Как вас зовут' },
  nameHint: whoSeesTexts.name,
  email: labels.emailAddress,
  emailHint: whoSeesTexts.email,
  password: labels.password,
  passwordHint: {
    en: 'At least 10 characters. Three or four unrelated words are easy to remember and hard to guess.',
    ru: 'Не короче 10 знаков. Три-четыре несвязанных слова легко запомнить и трудно подобрать.',
  },
} as const satisfies Record<string, Text>;
