import type { Text } from '../../../base/i18n/text.ts';
import { PasswordField } from './account-fields.tsx';

export const texts = {
  password: { en: 'Your password', ru: 'Ваш пароль' },
  passwordHint: { en: 'so that nobody does this in your name', ru: 'чтобы никто не сделал это за вас' },
} as const satisfies Record<string, Text>;

/** The user's own password, beside what a thief of the session would change. */
export function OwnPassword({ name }: { name: string }) {
  return <PasswordField name={name} label={texts.password} hint={texts.passwordHint} />;
}
