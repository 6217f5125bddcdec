import { say, type Words } from './language-context.ts';
/** Initials of the first and the last word. */
export function formatInitials(name: string): string {
  const words = name.split(/[\s.]+/).filter((word) => /\p{L}/u.test(word));
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words;
  return letters
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
