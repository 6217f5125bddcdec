import type { Text } from '../../base/i18n/text.ts';

export const wrongPasswordText: Text = { en: 'This is not your password.', ru: 'Это не ваш пароль.' };

export const tooManyTriesText = (seconds: number): Text => ({
  en: `Too many attempts. Wait ${seconds} s and try again.`,
  ru: `Слишком много попыток. Подождите ${seconds} с и попробуйте снова.`,
});
