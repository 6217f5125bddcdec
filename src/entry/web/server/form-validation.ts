import type { Text } from '../../../base/i18n/text.ts';
import { isStorable } from '../../../domain/kernel/fields.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { isEmail } from '../../../domain/rules/email.ts';
import { maxPasswordLength, minPasswordLength } from '../../../features/accounts/password.ts';

export type Problems = Readonly<Record<string, Text>>;

/** Throws a refusal when there are problems. */
export function refuseIfInvalid(problems: Problems): void {
  const fields = Object.entries(problems);
  if (fields.length > 0)
    refuse.invalidFields(Object.fromEntries(fields.map(([name, text]) => [name, [text]])));
}

export function validateEmail(email: string): Problems {
  return isEmail(email)
    ? {}
    : { email: { en: 'This is not an email address.', ru: 'Это не адрес электронной почты.' } };
}

const missingNameText: Text = { en: 'Write your name.', ru: 'Напишите, как вас зовут.' };
const tooLongNameText: Text = {
  en: 'The name is too long: 100 characters at most.',
  ru: 'Имя слишком длинное: не больше 100 знаков.',
};

export function validateDisplayName(name: string): Problems {
  return name !== '' && name.length <= 100 && isStorable(name)
    ? {}
    : { display_name: name.length > 100 ? tooLongNameText : missingNameText };
}

export function validatePassword(password: string, field = 'password'): Problems {
  return password.length >= minPasswordLength && password.length <= maxPasswordLength
    ? {}
    : {
        [field]: {
          en: `The password must have ${minPasswordLength} to ${maxPasswordLength} characters.`,
          ru: `В пароле должно быть от ${minPasswordLength} до ${maxPasswordLength} знаков.`,
        },
      };
}

/** Whether the text is a valid id: digits within a signed 64-bit integer. */
export function isId(text: string): boolean {
  return /^\d{1,19}$/.test(text) && BigInt(text) < 2n ** 63n;
}
