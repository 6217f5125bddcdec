import { splitFullName } from '../../../domain/rules/name-order.ts';
import { say, type Words } from './language-context.ts';

/** Initials of name and surname, in the order in which they are written. */
export function formatInitials(name: string): string {
  const { called, surname, isSurnameFirst } = splitFullName(name);
  return (isSurnameFirst ? [surname, called] : [called, surname])
    .map((word) => [...(word ?? '')].find((sign) => /\p{L}/u.test(sign)) ?? '')
    .join('')
    .toUpperCase();
}

export function Avatar({ name }: { name: string }) {
  return (
    <span class="disc green" aria-hidden="true">
      {formatInitials(name)}
    </span>
  );
}

/** Inline person: initials, name and a short description. */
export function Person({ name, about }: { name: string; about?: Words | undefined }) {
  return (
    <span class="person">
      <Avatar name={name} />
      <span>
        <b>{name}</b>
        {about && ` · ${say(about)}`}
      </span>
    </span>
  );
}
