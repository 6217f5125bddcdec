import type { Text } from '../../../base/i18n/text.ts';

export const texts = {
  gold: { en: 'gold', ru: 'золото' },
  silver: { en: 'silver', ru: 'серебро' },
  bronze: { en: 'bronze', ru: 'бронза' },
  dung: { en: 'beware', ru: 'осторожно' },
} as const satisfies Record<string, Text>;

export type MedalKind = keyof typeof texts;

/** Each medal has its own outline, so that it can be told without colour: star disc, hexagon, shield, heap. */
const shapes: Record<MedalKind, readonly [string, string?]> = {
  gold: [
    'M6.5 1h4l1.5 4 1.5-4h4l-3 6.4a8 8 0 1 1-5 0z',
    'm12 10 1.3 2.8 3 .4-2.2 2.1.600 3L12 16.8l-2.7 1.5.600-3-2.2-2.1 3-.4z',
  ],
  silver: [
    'M7 1h10l-1.8 4.5L19.5 8v11L12 23l-7.5-4V8l4.3-2.5z',
    'M9.5 12a2.5 2.5 0 0 1 5 0c0 1.8-2.5 2.8-4.3 5h4.6v2H8.5v-1.7c2-3 4-4 4-5.3a.6.600 0 0 0-1.2 0z',
  ],
  bronze: [
    'M7 1h10l-1.5 4H20v7.5c0 4.8-3.5 8-8 10.5-4.5-2.5-8-5.7-8-10.5V5h4.5z',
    'M8.8 8h6v1.6l-2.3 2.6c1.7.200 2.7 1.4 2.7 2.9 0 2-1.5 3.3-3.5 3.3-1.5 0-2.6-.6-3.2-1.5l1.3-1.3c.5.600 1.1.900 1.8.900s1.3-.5 1.3-1.3-.7-1.3-1.7-1.3h-.8v-1.4l1.9-2.5H8.8z',
  ],
  dung: [
    'M12 2c2.5 1.5 3 3.5 1.8 5 2.5.200 3.7 1.7 3.2 3.7 2.3.400 3.3 2 2.8 4 1.8.600 2.7 1.8 2.7 3.3 0 2.4-2 4-4.5 4H6c-2.5 0-4.5-1.6-4.5-4 0-1.5.900-2.7 2.7-3.3-.5-2 .5-3.6 2.8-4-.4-1.9.500-3.3 2.5-3.7C11.5 6.6 12.5 4.5 12 2z',
  ],
};

export function Medal({ kind, count }: { kind: MedalKind; count?: number | undefined }) {
  const [outline, sign] = shapes[kind];
  return (
    <span class={`medal ${kind}`}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={outline} />
        {sign && <path class="sign" d={sign} />}
      </svg>
      {texts[kind]}
      {count !== undefined && ` ${count}`}
    </span>
  );
}
