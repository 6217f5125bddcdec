import type { Text } from '../../../base/i18n/text.ts';
import * as labels from '../words/labels.ts';
import { useLanguage } from './language-context.ts';
import { drawMark } from './plan-tagged.tsx';

export const texts = {
  mine: { en: 'my plot', ru: 'мой участок' },
  chosen: { en: 'this plot', ru: 'этот участок' },
  coming: { en: 'to add', ru: 'добавить' },
  leaving: { en: 'to remove', ru: 'убрать' },
  outside: { en: 'outside the village', ru: 'за границей посёлка' },
  tagged: { en: 'with the tag', ru: 'с меткой' },
  blocks: {
    en: 'plots drawn together, too many to tell apart',
    ru: 'участки сплошь: их слишком много, чтобы различить',
  },
  house: { en: 'building', ru: 'постройка' },
  near: { en: 'too close to the border', ru: 'отступ мал' },
  sale: labels.forSale,
  objects: { en: 'noted on the plot', ru: 'записано на участке' },
  boundary: { en: 'boundary', ru: 'граница' },
  next: { en: 'new boundary', ru: 'новая граница' },
  drawn: { en: 'line you draw', ru: 'ваша линия' },
} as const satisfies Record<string, Text>;

export type LegendName = keyof typeof texts;
export type LegendParts = Readonly<Partial<Record<LegendName, boolean>>>;

const names = Object.keys(texts) as LegendName[];

/** Hatching and dots carry the meaning without colour. */
export function Patterns({ id }: { id: string }) {
  return (
    <defs>
      <Hatching id={`${id}-near`} size={7} ground="m-near" line="m-near-line" />
      <Hatching id={`${id}-sale`} size={9} ground="m-sale" line="m-sale-line" />
      <Hatching id={`${id}-leaving`} size={9} ground="m-sale" line="m-leaving-line" />
      <pattern id={`${id}-tag`} width="11" height="11" patternUnits="userSpaceOnUse">
        <circle class="m-tag-dot" cx="5.5" cy="5.5" r="1.7" />
      </pattern>
    </defs>
  );
}

function Hatching({ id, size, ground, line }: { id: string; size: number; ground: string; line: string }) {
  return (
    <pattern id={id} width={size} height={size} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect class={ground} width={size} height={size} />
      <path class={line} d={`M0 0V${size}`} />
    </pattern>
  );
}

interface LegendProps {
  /** Id of the plan whose patterns it uses. */
  readonly id: string;
  /** Entries that are drawn; for an interactive map all possible entries, and whether each is visible at first. */
  readonly parts: LegendParts;
  /** Texts that differ from the default. */
  readonly words?: Partial<Record<LegendName, string>> | undefined;
}

export function Legend({ id, parts, words }: LegendProps) {
  const shown = names.filter((name) => parts[name]);
  if (shown.length === 0) return null;
  return (
    <ul class="legend">
      {shown.map((name) => (
        <Entry key={name} id={id} name={name} words={words} />
      ))}
    </ul>
  );
}

/** All possible entries of an interactive map; its script hides those not drawn. */
export function LiveLegend({ id, parts, words }: LegendProps) {
  return (
    <ul class="legend live-legend">
      {names
        .filter((name) => name in parts)
        .map((name) => (
          <Entry key={name} id={id} name={name} words={words} isHidden={!parts[name]} />
        ))}
    </ul>
  );
}

function Entry({
  id,
  name,
  words,
  isHidden,
}: {
  id: string;
  name: LegendName;
  words: LegendProps['words'];
  isHidden?: boolean | undefined;
}) {
  const language = useLanguage();
  return (
    <li data-legend={name} hidden={isHidden}>
      <svg viewBox="0 0 24 14" aria-hidden="true">
        <Sample id={id} name={name} />
      </svg>
      <span>{words?.[name] ?? texts[name][language]}</span>
    </li>
  );
}

const lines = { boundary: 'm-out', next: 'm-new', drawn: 'm-lasso' } as const;

const classes = {
  mine: 'm-mine',
  chosen: 'm-mine',
  coming: 'm-mine m-coming',
  outside: 'm-plot',
  blocks: 'm-plot',
  house: 'm-house',
} as const satisfies Partial<Record<LegendName, string>>;

function Sample({ id, name }: { id: string; name: LegendName }) {
  const box = { x: 1, y: 1, width: 22, height: 12 };
  if (name === 'objects') return <circle class="m-object" cx="12" cy="7" r="5" />;
  if (name === 'near' || name === 'sale')
    return (
      <rect {...box} class={name === 'near' ? 'm-near-edge' : 'm-sale-edge'} fill={`url(#${id}-${name})`} />
    );
  if (name === 'leaving')
    return (
      <>
        <rect {...box} class="m-leaving" fill="none" />
        <path class="m-leaving-line" d="M3 12L13 2M11 12L21 2" />
      </>
    );
  if (name === 'boundary' || name === 'next' || name === 'drawn')
    return <path class={lines[name]} d="M1 7H23" />;
  if (name !== 'tagged') return <rect {...box} class={classes[name]} />;
  return (
    <>
      <rect {...box} class="m-tag" fill={`url(#${id}-tag)`} />
      <path class="m-tag-mark" d={drawMark(12, 7, 5)} />
    </>
  );
}
