import { formatNumber } from '../../../../base/i18n/format-number.ts';
import type { Text } from '../../../../base/i18n/text.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import type { Shape } from '../../../../engines/geometry/types.ts';
import type { show_land_import } from '../../../../features/actions/show_land_import.ts';
import { formatPlotArea } from '../../words/shared-texts.ts';
import { warningTexts } from './import-texts.ts';

type ListedFeature = ReplyOf<typeof show_land_import>['features'][number];

export const texts = {
  picture: {
    en: 'Dashed: as it is now. Filled: as it will be.',
    ru: 'Пунктир: сейчас. Заливка: как станет.',
  },
  shift: { en: 'moves by {m} m', ru: 'сдвиг {m} м' },
} as const satisfies Record<string, Text>;

const size = 96;

/** Outlines of a plot now and after the import, drawn to one scale; nothing where there are none. */
export function BeforeAfterPicture({ was, will }: Pick<ListedFeature, 'was' | 'will'>) {
  const rings = [was, will].flatMap((shape) => listRings(shape));
  if (rings.length === 0) return null;
  const points = rings.flat();
  const [west, south] = [Math.min(...points.map(([x]) => x)), Math.min(...points.map(([, y]) => y))];
  const [east, north] = [Math.max(...points.map(([x]) => x)), Math.max(...points.map(([, y]) => y))];
  const wide = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const scale = (size - 8) / Math.max((east - west) * wide, north - south, 1e-9);
  // In the middle of the square.
  const left = (size - (east - west) * wide * scale) / 2;
  const top = (size + (north - south) * scale) / 2;
  const draw = (shape: Shape | null) =>
    listRings(shape)
      .map(
        (ring) =>
          `M${ring
            .map(
              ([x, y]) =>
                `${(left + (x - west) * wide * scale).toFixed(1)} ${(top - (y - south) * scale).toFixed(1)}`,
            )
            .join('L')}Z`,
      )
      .join('');
  return (
    <svg class="was-will" viewBox={`0 0 ${size} ${size}`} width={size} height={size} role="img">
      <title>{texts.picture}</title>
      {will && <path class="will" d={draw(will)} />}
      {was && <path class="was" d={draw(was)} />}
    </svg>
  );
}

/** “moves by 170 m · 9.5 → 12 сот.” and what to look at. */
export function describeChange(
  { shiftM, areaWas, areaWill, warnings }: ListedFeature,
  language: 'en' | 'ru',
): string {
  return [
    // How far it moves and what its area becomes is said in numbers below.
    ...warnings
      .filter((each) => each !== 'moved' && each !== 'area')
      .map((each) => warningTexts[each][language]),
    shiftM !== null && shiftM >= 1 && texts.shift[language].replace('{m}', formatNumber(shiftM, language, 0)),
    areaWas !== null &&
      areaWill !== null &&
      // Measuring anew changes the last digits.
      Math.abs(areaWill - areaWas) > areaWas * 0.01 &&
      `${formatPlotArea(areaWas, language)} → ${formatPlotArea(areaWill, language)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function listRings(shape: Shape | null): readonly (readonly [number, number])[][] {
  if (shape === null) return [];
  const polygons = shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates;
  return polygons.flatMap(([outer]) => (outer ? [outer as unknown as [number, number][]] : []));
}
