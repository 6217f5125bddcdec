import type { Text } from '../../../base/i18n/text.ts';
import {
  type ColumnMeaning,
  maxAskedColumns,
  maxSampleRows,
  namesRows,
  type TableSheet,
} from '../../../domain/rules/land-columns.ts';
import type { AreaUnit } from '../../../domain/rules/plot-area.ts';
import { removePlotLabel } from '../../../domain/rules/plot-number-list.ts';
import type { DegreesConverter } from './coordinate-systems.ts';
import { cleanText, type Fields, noFields } from './feature-fields.ts';
import type { ParsedFeature } from './geojson-features.ts';
import { limits, type ReadMeter } from './limits.ts';
import { findHeaderRow, findLikelyHeaderRow, guessColumns } from './table-columns.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { readWkt } from './wkt.ts';

export interface TableOptions {
  /** What a person chose for each column; null: guessed. */
  readonly columns: readonly ColumnMeaning[] | null;
  /** Somebody can be asked what the columns are. */
  readonly isAsked: boolean;
  readonly isBuildings: boolean;
  readonly toDegrees: DegreesConverter;
  readonly meter: ReadMeter;
  onSheet(sheet: TableSheet): void;
}

const texts = {
  noColumns: {
    en: 'A line at the top must name the columns, the plot number or the cadastral number among them.',
    ru: 'Сверху должна быть строка, где есть названия столбцов: номер участка или кадастровый номер.',
  },
  totals: { en: 'A line of totals.', ru: 'Строка с итогами.' },
  headings: { en: 'Headings, not a plot.', ru: 'Заголовки, а не участок.' },
} satisfies Record<string, Text>;

/** Rows read before the headings are looked for, and the values that a guess looks at. */
const firstRows = 40;
const maxShownLength = 80;

interface Row {
  /** Counted from 1, blank ones too, as a spreadsheet does. */
  row: number;
  cells: readonly string[];
}

/** Reads plots or buildings from the rows of a CSV or .xlsx table. Blank rows are among `table`. */
export function* readTable(
  table: Iterable<readonly string[]>,
  options: TableOptions,
): Generator<ParsedFeature> {
  const rows = numberRows(table);
  const first: Row[] = [];
  for (let next = rows.next(); !next.done; next = rows.next()) {
    first.push(next.value);
    if (first.length === firstRows) break;
  }
  const cells = first.map((row) => row.cells);
  const header = findHeaderRow(cells) ?? findLikelyHeaderRow(cells);
  const headings = header === undefined ? [] : (cells[header] ?? []);
  const data = first.slice(header === undefined ? 0 : header + 1);
  const width = Math.min(maxAskedColumns, Math.max(0, ...cells.map(({ length }) => length)));
  const named = Array.from({ length: width }, (_, column) => headings[column]?.trim() ?? '');
  const samples = data.map((row) => row.cells);
  const meanings = options.columns ?? guessColumns(named, samples, options.isBuildings);
  if (!namesRows(meanings) && (!options.isAsked || width < 2)) throw new UnreadableFile(texts.noColumns);
  options.onSheet(describeSheet(named, meanings, data));
  if (!namesRows(meanings)) return;
  // A row may be one of hundreds of thousands.
  const places = new Map(meanings.map((meaning, column) => [meaning, column]));
  for (const part of [data, rows])
    for (const row of part) {
      options.meter.countFeature();
      const leftOut = findRowToLeaveOut(row, named, places);
      if (leftOut !== null) yield { number: row.row, leftOut };
      else yield { number: row.row, row: readRow(row, places, options) };
    }
}

function* numberRows(table: Iterable<readonly string[]>): Generator<Row, undefined> {
  let row = 0;
  for (const cells of table) {
    row += 1;
    if (cells.some((cell) => cell.trim() !== '')) yield { row, cells: cells.slice(0, limits.columns) };
  }
  return undefined;
}

function describeSheet(
  headings: readonly string[],
  meanings: readonly ColumnMeaning[],
  data: readonly Row[],
): TableSheet {
  const show = (text: string) => cleanText(text).slice(0, maxShownLength).toWellFormed();
  return {
    columns: headings.map((heading, column) => ({
      heading: show(heading),
      meaning: meanings[column] ?? 'none',
    })),
    rows: data.slice(0, maxSampleRows).map(({ row, cells }) => ({
      row,
      cells: headings.map((_, column) => show(cells[column] ?? '')),
    })),
  };
}

type ColumnPlaces = ReadonlyMap<ColumnMeaning, number>;

const totals = /^(?:итого|всего|сумма|total)(?!\p{L})/iu;

/** Why a row is no plot: totals, headings once more, or the numbers of the columns below the headings. */
function findRowToLeaveOut({ cells }: Row, headings: readonly string[], places: ColumnPlaces): Text | null {
  const filled = cells.flatMap((cell, column) => (cell.trim() === '' ? [] : [{ cell: cell.trim(), column }]));
  const name = cells[places.get('number') ?? -1]?.trim() ?? '';
  if ((name === '' || totals.test(name)) && filled.some(({ cell }) => totals.test(cell))) return texts.totals;
  const isHeading = filled.every(({ cell, column }) => cell === headings[column]);
  const isCount = filled.length > 2 && filled.every(({ cell, column }) => cell === String(column + 1));
  return isHeading || isCount ? texts.headings : null;
}

const areaUnits = { area_m2: 'm2', area_sotka: 'sotka', area_ha: 'ha' } as const satisfies Partial<
  Record<ColumnMeaning, AreaUnit>
>;
const areaMeanings = Object.keys(areaUnits) as (keyof typeof areaUnits)[];
/** Longer than any accepted value, so that values that are too long are still detected. */
const maxFieldLength = 400;

function readRow(
  { cells }: Row,
  places: ColumnPlaces,
  { toDegrees, meter }: Pick<TableOptions, 'toDegrees' | 'meter'>,
): { fields: Fields; geometry: unknown } {
  const written = (meaning: ColumnMeaning) => cells[places.get(meaning) ?? -1] ?? '';
  const read = (meaning: ColumnMeaning) => {
    const text = written(meaning);
    return text === '' ? '' : cleanText(text).slice(0, maxFieldLength).toWellFormed();
  };
  const area = areaMeanings.find((meaning) => places.has(meaning));
  const outline = written('outline').trim();
  return {
    fields: {
      ...noFields,
      cadastralNumber: read('cadastral'),
      plotNumber: removePlotLabel(read('number')),
      address: [read('street'), read('address')].filter(Boolean).join(', '),
      kind: read('kind'),
      area: area === undefined ? '' : read(area),
      areaUnit: area === undefined ? 'm2' : areaUnits[area],
      purpose: read('purpose'),
      parcel: read('parcel'),
    },
    geometry: outline === '' ? null : readWkt(outline, toDegrees, meter),
  };
}
