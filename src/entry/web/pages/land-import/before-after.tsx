import { formatNumber } from '../../../../base/i18n/format-number.ts';
import type { Language, Text } from '../../../../base/i18n/text.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import type { Shape } from '../../../../engines/geometry/types.ts';
import type { show_land_import } from '../../../../features/actions/show_land_import.ts';
import { warningTexts } from '../../../../features/land-import/warning-texts.ts';
import { plotKindTexts } from '../../words/plot-kind-texts.ts';
import { formatPlotArea, squareMetre } from '../../words/shared-texts.ts';

type ListedFeature = ReplyOf<typeof show_land_import>['features'][number];

export const texts = {
  picture: {
    en: 'Dashed: as it is now. Filled: as it will be.',
    ru: 'Пунктир: сейчас. Заливка: как станет.',
  },
  shift: { en: 'moves by {m} m', ru: 'сдвиг {m} м' },
  outline: { en: 'gets an outline', ru: 'появится контур' },
  area: { en: 'area', ru: 'площадь' },
  unread: { en: 'cannot read “{text}”', ru: 'не разобрать «{text}»' },
  people: { en: 'people live there', ru: 'там живут люди' },
  joins: { en: 'becomes a plot of the village', ru: 'станет участком посёлка' },
  number: { en: 'number', ru: 'номер' },
  cadastral: { en: 'cadastral number', ru: 'кадастровый номер' },
  address: { en: 'address', ru: 'адрес' },
  kind: { en: 'kind', ru: 'вид' },
  overlaps: { en: 'covers land of', ru: 'заходит на участки' },
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

/** “moves by 170 m · address: Lesnaya → Polevaya · area: 6 сот. → 600 m²” and what to look at. */
export function describeChange(feature: ListedFeature, language: Language): string {
  const { shiftM, warnings, fields, was, will, outcome, hasPeople } = feature;
  return [
    // How far it moves, its area and its neighbours are named below.
    ...warnings
      .filter((each) => each !== 'moved' && each !== 'area' && each !== 'overlaps')
      .map((each) => warningTexts[each][language]),
    shiftM !== null && shiftM >= 1 && texts.shift[language].replace('{m}', formatNumber(shiftM, language, 0)),
    outcome === 'changed' && was === null && will !== null && texts.outline[language],
    ...fields.map((change) => describeField(change, language)),
    describeArea(feature, language),
    outcome === 'changed' && hasPeople && texts.people[language],
  ]
    .filter(Boolean)
    .join(' · ');
}

function describeField({ field, from, to }: ListedFeature['fields'][number], language: Language): string {
  if (field === 'settlement') return texts.joins[language];
  if (field === 'overlaps') return `${texts.overlaps[language]} ${to}`;
  const show = (value: string) =>
    field === 'kind' && value in plotKindTexts
      ? plotKindTexts[value as keyof typeof plotKindTexts][language]
      : value;
  return `${texts[field][language]}: ${from === null ? '' : `${show(from)} → `}${show(to)}`;
}

/** Was and will be, and how the file wrote it. */
function describeArea({ areaWas, areaWill, areaWritten }: ListedFeature, language: Language): string | false {
  // Measuring anew changes the last digits.
  const isChanged = areaWill !== null && (areaWas === null || Math.abs(areaWill - areaWas) > areaWas * 0.01);
  if (areaWritten !== null && areaWill === areaWas)
    return (
      areaWill === null &&
      `${texts.area[language]}: ${texts.unread[language].replace('{text}', () => areaWritten)}`
    );
  if (!isChanged || (areaWas === null && areaWritten === null)) return false;
  const steps = [
    areaWas !== null && formatPlotArea(areaWas, language),
    areaWritten,
    `${formatNumber(areaWill, language)}\u00a0${squareMetre[language]}`,
  ];
  return `${texts.area[language]}: ${steps.filter(Boolean).join(' → ')}`;
}

function listRings(shape: Shape | null): readonly (readonly [number, number])[][] {
  if (shape === null) return [];
  const polygons = shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates;
  return polygons.flatMap(([outer]) => (outer ? [outer as unknown as [number, number][]] : []));
}
