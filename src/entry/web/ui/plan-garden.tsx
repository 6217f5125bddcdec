import type { Text } from '../../../base/i18n/text.ts';
import type { LandBuilding } from '../../../engines/geometry/land-document.ts';
import type { Position } from '../../../engines/geometry/types.ts';
import { translateName } from '../words/shared-texts.ts';
import { useLanguage } from './language-context.ts';
import { drawRing, findLabel, type Sheet, type SheetPoint } from './plan-drawing.ts';

/** What grows and stands on the plot, with the word written beside it. */
export interface GardenThing {
  readonly id: string;
  readonly word: Text;
  readonly isPlant: boolean;
  readonly type: 'point' | 'line' | 'ring';
  readonly points: readonly Position[];
}

/** Shorter than in lists: they stand inside the drawing. */
export const texts = {
  dwelling: { en: 'house', ru: 'дом' },
  garden_house: { en: 'house', ru: 'дом' },
  garage: { en: 'garage', ru: 'гараж' },
  outbuilding: { en: 'shed', ru: 'сарай' },
} as const satisfies Record<string, Text>;

/** In units of a 640 wide drawing, which a phone shows at half its size. */
const wordSize = 23;
const plantRadius = 15;

/** Trees and beds between the houses; a word is left out where another one stands. */
export function Garden({
  things,
  buildings,
  sheet,
}: {
  things: readonly GardenThing[];
  buildings: readonly LandBuilding[];
  sheet: Sheet;
}) {
  const language = useLanguage();
  const drawn = things.map((thing) => ({ ...thing, at: centreOf(thing.points.map(sheet.project)) }));
  const words = [
    ...buildings.flatMap(({ purpose, outline }) => {
      const label = findLabel(outline);
      return label && purpose in texts
        ? [{ at: sheet.project(label.at), word: translateName(texts, purpose, language) }]
        : [];
    }),
    // A tree is known by its shape.
    ...drawn
      .filter(({ isPlant }) => !isPlant)
      .map(({ at: [x, y], type, word }) => ({
        at: [x, type === 'point' ? y - wordSize : y] as const,
        word: word[language].toLocaleLowerCase(language),
      })),
  ];
  return (
    <>
      {drawn.map(({ id, type, isPlant, points, at: [x, y] }) =>
        type === 'point' ? (
          <circle
            key={id}
            class={isPlant ? 'm-plant' : 'm-thing'}
            cx={x.toFixed(1)}
            cy={y.toFixed(1)}
            r={isPlant ? plantRadius : plantRadius / 2}
          />
        ) : (
          <path
            key={id}
            class={isPlant && type === 'ring' ? 'm-plant' : 'm-thing'}
            d={type === 'ring' ? drawRing(points, sheet) : drawRing(points, sheet).slice(0, -1)}
          />
        ),
      )}
      {keepApart(words).map(({ word, at: [x, y] }) => (
        <text key={`${word} ${x}`} class="m-word" x={x.toFixed(1)} y={(y + wordSize * 0.35).toFixed(1)}>
          {word}
        </text>
      ))}
    </>
  );
}

const centreOf = (points: readonly SheetPoint[]): SheetPoint => {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
};

function keepApart<Each extends { readonly word: string; readonly at: SheetPoint }>(
  words: readonly Each[],
): Each[] {
  const kept: Each[] = [];
  for (const each of words) {
    const isFree = kept.every(
      (other) =>
        Math.abs(other.at[1] - each.at[1]) > wordSize * 1.4 ||
        Math.abs(other.at[0] - each.at[0]) > (other.word.length + each.word.length) * wordSize * 0.3,
    );
    if (isFree) kept.push(each);
  }
  return kept;
}
