import type { Text } from '../../i18n/text.ts';
import { useLanguage } from './language.ts';

export const texts = {
  mine: { en: 'my plot', ru: 'мой участок' },
  chosen: { en: 'this plot', ru: 'этот участок' },
  house: { en: 'building', ru: 'постройка' },
  near: { en: 'too close to the border', ru: 'отступ мал' },
  boundary: { en: 'boundary', ru: 'граница' },
  next: { en: 'new boundary', ru: 'новая граница' },
} as const satisfies Record<string, Text>;

/** Hatching says the same as the colour to who does not see colours. */
export function Patterns({ id }: { id: string }) {
  return (
    <defs>
      <pattern
        id={`${id}-near`}
        width="7"
        height="7"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect class="m-near" width="7" height="7" />
        <path class="m-near-line" d="M0 0V7" />
      </pattern>
    </defs>
  );
}

const samples = {
  mine: 'm-mine',
  chosen: 'm-mine',
  house: 'm-house',
  near: '',
  boundary: 'm-out',
  next: 'm-new',
} as const;

export function Legend({
  id,
  parts,
  ownWord,
}: {
  id: string;
  ownWord?: string;
  parts: Partial<Record<keyof typeof samples, boolean>>;
}) {
  const language = useLanguage();
  const names = (Object.keys(samples) as (keyof typeof samples)[]).filter((name) => parts[name]);
  if (names.length === 0) return null;
  return (
    <ul class="legend">
      {names.map((name) => (
        <li key={name}>
          <svg viewBox="0 0 24 14" aria-hidden="true">
            <rect
              class={samples[name]}
              x="1"
              y="1"
              width="22"
              height="12"
              {...(name === 'near' && { fill: `url(#${id}-near)` })}
            />
          </svg>
          {name === 'mine' && ownWord ? ownWord : texts[name][language]}
        </li>
      ))}
    </ul>
  );
}
