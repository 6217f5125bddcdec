import type { Language, Text } from '../../i18n/text.ts';
import { isStorable } from '../../kernel/fields.ts';
import { longestPassword, shortestPassword } from '../../oauth/password.ts';
import { isEmail } from '../../rules/email.ts';
import type { FormState } from '../ui/form.tsx';

export type Problems = Readonly<Record<string, Text>>;

/** The form as it goes back to the person, or null when there is nothing to mend. */
export function checkFields(
  values: Record<string, string>,
  problems: Problems,
  language: Language,
): FormState | null {
  const names = Object.entries(problems);
  if (names.length === 0) return null;
  return { values, errors: Object.fromEntries(names.map(([name, text]) => [name, [text[language]]])) };
}

export function emailProblems(email: string): Problems {
  return isEmail(email)
    ? {}
    : { email: { en: 'This is not an email address.', ru: 'Это не адрес электронной почты.' } };
}

export function nameProblems(name: string): Problems {
  return name !== '' && name.length <= 100 && isStorable(name)
    ? {}
    : {
        display_name: { en: 'Give a name of 1 to 100 characters.', ru: 'Укажите имя, от 1 до 100 знаков.' },
      };
}

export function passwordProblems(password: string, field = 'password'): Problems {
  return password.length >= shortestPassword && password.length <= longestPassword
    ? {}
    : {
        [field]: {
          en: `The password must have ${shortestPassword} to ${longestPassword} characters.`,
          ru: `В пароле должно быть от ${shortestPassword} до ${longestPassword} знаков.`,
        },
      };
}
