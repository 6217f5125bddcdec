import type { Text } from '../../base/i18n/text.ts';
import { plotNumberKey } from './plot-numbers.ts';

export const feeColumns = ['plot', 'asked', 'paid', 'remaining', 'note'] as const;
export type FeeColumn = (typeof feeColumns)[number];
/** Place of each column in the table; -1: there is none. */
export type FeePlaces = Readonly<Record<FeeColumn, number>>;

export const maxFeeRows = 2_000;
const maxTitleRows = 10;
const maxNoteLength = 200;
const maxAmount = 1e11;

/** Beginnings of headings, as treasurers write them. */
const headings: Readonly<Record<FeeColumn, RegExp>> = {
  plot: /^(№|#|номер|участ|уч\.?$|plot|no\.?$)/,
  asked: /^(начислен|к оплате|взнос|asked|charged|due|amount)/,
  paid: /^(оплачен|уплачен|внесен|поступил|paid)/,
  remaining: /^(остал|остат|долг|задолж|к доплате|left|remaining|balance|owed)/,
  note: /^(примеч|коммент|note|comment)/,
};

const place = (cells: readonly string[], column: FeeColumn) =>
  cells.findIndex((cell) => headings[column].test(cell.trim().toLowerCase().replaceAll('ё', 'е')));

/** The row that names the columns, and what they seem to mean. */
export function guessFeeColumns(rows: readonly (readonly string[])[]): { header: number; places: FeePlaces } {
  for (const [header, cells] of rows.slice(0, maxTitleRows).entries()) {
    const places = Object.fromEntries(
      feeColumns.map((column) => [column, place(cells, column)]),
    ) as FeePlaces;
    if (places.plot >= 0 && (places.asked >= 0 || places.paid >= 0 || places.remaining >= 0))
      return { header, places };
  }
  return { header: 0, places: { plot: 0, asked: -1, paid: -1, remaining: -1, note: -1 } };
}

export interface FeeRow {
  /** Counted from 1, as in the file. */
  readonly line: number;
  readonly plot: string;
  readonly parcelId: string | null;
  readonly asked: number | null;
  readonly paid: number | null;
  readonly remaining: number | null;
  readonly note: string;
  /** Why it is left out. */
  readonly fault: Text | null;
}

const faults = {
  noPlot: { en: 'No plot is given.', ru: 'Участок не указан.' },
  unknown: { en: 'There is no such plot here.', ru: 'Такого участка здесь нет.' },
  several: { en: 'Several plots have this number.', ru: 'С таким номером несколько участков.' },
  amount: { en: 'This is not an amount.', ru: 'Это не сумма.' },
  empty: { en: 'There is no amount in this row.', ru: 'В строке нет сумм.' },
} as const satisfies Record<string, Text>;

/** 1500,5 and 1.500,50. */
const commaDecimals = /^-?(\d+|\d{1,3}(\.\d{3})+),\d{1,2}$/;
/** 1,500 and 1,500.50; 1500,500 is neither. */
const commaThousands = /^-?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/;

/** Undefined: not a sum; null: nothing stands there. */
function readAmount(written: string | undefined): number | null | undefined {
  const plain = (written ?? '').replace(/[\s\u00a0\u202f']|₽|руб\.?|р\.$/gi, '').replace('−', '-');
  if (plain === '' || plain === '-') return null;
  const decimal = commaDecimals.test(plain)
    ? plain.replaceAll('.', '').replace(',', '.')
    : commaThousands.test(plain)
      ? plain.replaceAll(',', '')
      : plain;
  if (!/^-?\d{1,12}(\.\d{1,6})?$/.test(decimal)) return undefined;
  const amount = Math.round(Number(decimal) * 100) / 100;
  return Math.abs(amount) < maxAmount ? amount : undefined;
}

/** The lines below the header. `plots`: identifiers by the key of the number. */
export function readFeeRows(
  rows: readonly (readonly string[])[],
  { header, places }: { header: number; places: FeePlaces },
  plots: ReadonlyMap<string, readonly string[]>,
): FeeRow[] {
  return rows.slice(header + 1).flatMap((cells, index) => {
    if (cells.every((cell) => cell.trim() === '')) return [];
    const cell = (column: FeeColumn) => (places[column] < 0 ? '' : (cells[places[column]] ?? '').trim());
    const plot = cell('plot').replace(/\.0$/, '').slice(0, 40);
    const found = plots.get(plotNumberKey(plot)) ?? [];
    const amounts = {
      asked: readAmount(cell('asked')),
      paid: readAmount(cell('paid')),
      remaining: readAmount(cell('remaining')),
    };
    const { asked, paid, remaining } = amounts;
    const fault =
      plot === ''
        ? faults.noPlot
        : found.length === 0
          ? faults.unknown
          : found.length > 1
            ? faults.several
            : Object.values(amounts).includes(undefined)
              ? faults.amount
              : asked === null && paid === null && remaining === null
                ? faults.empty
                : null;
    return [
      {
        line: header + index + 2,
        plot,
        parcelId: fault === null ? (found[0] ?? null) : null,
        asked: asked ?? null,
        paid: paid ?? null,
        remaining: remaining ?? null,
        note: cell('note').slice(0, maxNoteLength).toWellFormed(),
        fault,
      },
    ];
  });
}

export interface FeeTotals {
  readonly asked: number;
  readonly paid: number;
  readonly remaining: number;
  readonly plots: number;
}

export function sumFees(rows: readonly FeeRow[]): FeeTotals {
  const taken = rows.filter(({ fault }) => fault === null);
  const sum = (column: 'asked' | 'paid' | 'remaining') =>
    Math.round(taken.reduce((all, row) => all + (row[column] ?? 0) * 100, 0)) / 100;
  return {
    asked: sum('asked'),
    paid: sum('paid'),
    remaining: sum('remaining'),
    plots: new Set(taken.map(({ parcelId }) => parcelId)).size,
  };
}
