import { type ColumnMeaning, maxAskedColumns, namesRows } from '../../../domain/rules/land-columns.ts';
import { findAreaUnit, readPlotArea } from '../../../domain/rules/plot-area.ts';
import { fieldNames, normalizeFieldName } from './feature-fields.ts';
import { isWkt } from './wkt.ts';

/** Headings that say for certain what a column is; those after `|` count only where no other column is that. */
const headings: readonly (readonly [ColumnMeaning, string])[] = [
  [
    'number',
    `участок, № участка, номер участка, № уч., уч., уч. №, номер уч., участок №, участка, plot, plot number, plot no,
     plot_number, parcel_number, lot, земельный участок, зем. участок | номер, №, number, numero, num, no, label`,
  ],
  [
    'cadastral',
    `${fieldNames.cadastralNumber.filter((name) => !/id$/.test(name)).join(', ')}, кадастровый №, кадастр, кад. №, кад. ном.,
     cadastral no | id, idu, @id, osm_id, fid`,
  ],
  ['street', 'улица, ул., линия, проезд, street, lane'],
  ['address', fieldNames.address.join(', ')],
  ['kind', 'вид, вид участка, kind, plot kind'],
  ['outline', 'wkt, geom, geometry, the_geom, контур, геометрия'],
];
const ofBuildings = new Map(
  (['purpose', 'parcel'] as const).flatMap((meaning) =>
    fieldNames[meaning].map((name) => [normalizeFieldName(name), meaning] as const),
  ),
);
const [certain, likely] = [0, 1].map(
  (part) =>
    new Map(
      headings.flatMap(([meaning, list]) =>
        (list.split('|')[part] ?? '')
          .split(',')
          .map((name) => [normalizeHeading(name), meaning] as const)
          .filter(([name]) => name !== ''),
      ),
    ),
) as [Map<string, ColumnMeaning>, Map<string, ColumnMeaning>];

function normalizeHeading(name: string): string {
  return normalizeFieldName(name.slice(0, 100)).replaceAll(/[:()"«»]/g, '');
}

const areaHeading = /^(?:площадь|размер|area|size)/iu;
const areaNames = new Set(fieldNames.area.map(normalizeFieldName));

/** «Площадь, сот.», "Area (ha)"; null: no area. Without a unit the values decide. */
function readAreaHeading(heading: string): 'area_m2' | 'area_sotka' | 'area_ha' | 'area' | null {
  const bare = heading.trim();
  if (!areaHeading.test(bare) && !areaNames.has(normalizeFieldName(bare))) return null;
  for (const word of bare.split(/[\s,():;]+/).slice(1)) {
    const unit = findAreaUnit(word);
    if (unit !== null) return `area_${unit}`;
  }
  return 'area';
}

/** Plots of less are not heard of, and those of a hundred hundredths hardly. */
const maxSotkas = 100;

/**
 * What each column means, by its heading and its first values; a meaning is given once, except that of none.
 * `isBuildings`: areas are in square metres.
 */
export function guessColumns(
  header: readonly string[],
  samples: readonly (readonly string[])[],
  isBuildings: boolean,
): ColumnMeaning[] {
  const asked = header.slice(0, maxAskedColumns);
  const guessed: ColumnMeaning[] = asked.map(() => 'none');
  const isFree = (meaning: ColumnMeaning) => !guessed.includes(meaning);
  const valuesOf = (column: number) => samples.map((cells) => cells[column]?.trim() ?? '').filter(Boolean);
  for (const known of [certain, likely])
    for (const [column, heading] of asked.entries()) {
      const meaning =
        (isBuildings && ofBuildings.get(normalizeHeading(heading))) || known.get(normalizeHeading(heading));
      if (meaning !== undefined && guessed[column] === 'none' && isFree(meaning)) guessed[column] = meaning;
    }
  for (const [column, heading] of asked.entries()) {
    if (guessed[column] !== 'none') continue;
    const area = readAreaHeading(heading);
    const hasArea = guessed.some((meaning) => meaning.startsWith('area_'));
    if (area !== null && !hasArea)
      guessed[column] = area === 'area' ? guessAreaUnit(valuesOf(column), isBuildings) : area;
    else if (isFree('outline') && valuesOf(column).some(isWkt)) guessed[column] = 'outline';
  }
  return guessed;
}

function guessAreaUnit(values: readonly string[], isBuildings: boolean): ColumnMeaning {
  const areas = values.flatMap((value) => readPlotArea(value, 'm2') ?? []).sort((a, b) => a - b);
  const middle = areas[Math.floor(areas.length / 2)];
  return !isBuildings && middle !== undefined && middle <= maxSotkas ? 'area_sotka' : 'area_m2';
}

/** Above the headings there may be a title and more. */
const maxTitleRows = 20;

/** Index of the row with the headings; undefined: none is recognised. */
export function findHeaderRow(rows: readonly (readonly string[])[]): number | undefined {
  const found = rows.slice(0, maxTitleRows).findIndex((cells) => namesRows(guessColumns(cells, [], false)));
  return found === -1 ? undefined : found;
}

/** Where no heading is recognised: the first row of several words without a bare number among them. */
export function findLikelyHeaderRow(rows: readonly (readonly string[])[]): number | undefined {
  const isFilled = (cell: string) => cell.trim() !== '';
  const found = rows.slice(0, maxTitleRows).findIndex((cells) => cells.filter(isFilled).length > 1);
  const isData = rows[found]?.some((cell) => /^[\d\s.,/-]+$/.test(cell.trim()) && isFilled(cell));
  return found === -1 || isData ? undefined : found;
}
