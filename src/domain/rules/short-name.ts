import { splitFullName } from './name-order.ts';

/** What an account that was deleted is called. */
export const deletedName = 'бывший житель';

/** As shown to neighbours: what the person is called, and the initial of the surname. */
export function shortenName(displayName: string): string {
  if (displayName === deletedName) return deletedName;
  const parts = displayName.trim().split(/\s+/);
  const { called, surname, isSurnameFirst } = splitFullName(displayName);
  if (isSurnameFirst) return `${called} ${firstLetter(surname)}.`;
  const [first = ''] = parts;
  if (parts.length < 2) return first;
  return `${first} ${firstLetter(parts.at(-1))}.`;
}

const firstLetter = (word = '') => (word[Symbol.iterator]().next().value ?? '').toUpperCase();
