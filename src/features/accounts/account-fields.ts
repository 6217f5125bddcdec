import { z } from 'zod';
import { removeInvisible } from '../../base/i18n/invisible-characters.ts';
import { errorText, isStorable } from '../../domain/kernel/fields.ts';
import { isEmail } from '../../domain/rules/email.ts';
import { maxPasswordLength, minPasswordLength } from './password.ts';

const maxNameLength = 100;

/** Bounded by what an address may be: see `isEmail`. */
export const email = z
  .string()
  .trim()
  .refine(isEmail, errorText({ en: 'This is not an email address.', ru: 'Это не адрес электронной почты.' }));

export const displayName = z
  .string()
  .overwrite(removeInvisible)
  .trim()
  .refine(
    (name) => name.length <= maxNameLength,
    errorText({
      en: 'The name is too long: 100 characters at most.',
      ru: 'Имя слишком длинное: не больше 100 знаков.',
    }),
  )
  .refine(
    (name) => name.length > maxNameLength || (name !== '' && isStorable(name)),
    errorText({ en: 'Write your name.', ru: 'Напишите, как вас зовут.' }),
  );

export const newPassword = z.string().refine(
  ({ length }) => length >= minPasswordLength && length <= maxPasswordLength,
  errorText({
    en: `The password must have ${minPasswordLength} to ${maxPasswordLength} characters.`,
    ru: `В пароле должно быть от ${minPasswordLength} до ${maxPasswordLength} знаков.`,
  }),
);

/** A password to compare with. What is longer than any password is cut, and wrong all the same. */
export const givenPassword = z.string().overwrite((password) => password.slice(0, 1000));

/** The secret of an emailed link, or whatever stands in its place. */
export const linkToken = z.string().overwrite((token) => token.slice(0, 4000));

/** What whoever creates an account agreed to: `policies` is also true where there is nothing to agree to. */
export const consent = {
  policies: z.boolean().refine(
    (isGiven) => isGiven,
    errorText({
      en: 'Read the rules and tick that you agree.',
      ru: 'Прочитайте правила и отметьте, что согласны.',
    }),
  ),
  policy_version: z.int().positive().nullable(),
};

/** What a session remembers of the browser that it was started in. */
export const browser = z.object({ user_agent: z.string().max(300), address: z.string().max(100) });
