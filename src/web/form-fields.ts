import type { Language, Text } from '../i18n/text.ts';
import type { FormState } from './components/form.tsx';

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

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const emailPattern = /^[^\s@\u0000-\u001f\u007f<>"(),;:\\]{1,64}@[^\s@\u0000-\u001f\u007f<>"(),;:\\]{1,190}$/;

export function isEmail(value: string): boolean {
  return value.isWellFormed() && emailPattern.test(value);
}
