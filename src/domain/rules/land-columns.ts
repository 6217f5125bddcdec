/** What a column of a table of plots or buildings means. */
export const columnMeanings = [
  'number',
  'cadastral',
  'street',
  'address',
  'area_m2',
  'area_sotka',
  'area_ha',
  'outline',
  'kind',
  'purpose',
  'parcel',
  'none',
] as const;
export type ColumnMeaning = (typeof columnMeanings)[number];

/** Columns that a person is asked about; further ones are not taken in. */
export const maxAskedColumns = 60;
export const maxSampleRows = 5;

/** A table as it was read: what each column was taken for, and its first rows. */
export interface TableSheet {
  columns: { heading: string; meaning: ColumnMeaning }[];
  /** Row numbers as in the spreadsheet. */
  rows: { row: number; cells: string[] }[];
}

/** Without one of these no row can be told from another. */
export const namesRows = (meanings: readonly ColumnMeaning[]): boolean =>
  meanings.includes('number') || meanings.includes('cadastral');
