import { parseCsv } from './formats/csv.ts';
import { decodeText } from './formats/decode-text.ts';
import { UnreadableFile } from './formats/unreadable-file.ts';
import { isOldExcel, oldExcel, readXlsx } from './formats/xlsx.ts';
import { isZip } from './formats/zip.ts';
import { restoreCell } from './people-columns.ts';

const maxRows = 2_010;
const maxColumns = 40;
const maxCellLength = 400;

const tooManyRows = {
  en: `The table has more than ${maxRows - 10} rows. Split it up.`,
  ru: `В таблице больше ${maxRows - 10} строк. Разделите её на части.`,
};

/** The cells of a table, from CSV or the bytes of a CSV or .xlsx file; throws UnreadableFile. */
export async function readTableCells(table: string | Uint8Array): Promise<string[][]> {
  const rows: string[][] = [];
  for (const cells of await openTable(table)) {
    if (rows.length >= maxRows) throw new UnreadableFile(tooManyRows);
    rows.push(
      cells
        .slice(0, maxColumns)
        .map((cell) => restoreCell(cell).replaceAll('\u0000', '').slice(0, maxCellLength).toWellFormed()),
    );
  }
  return rows;
}

async function openTable(table: string | Uint8Array): Promise<Iterable<string[]>> {
  if (typeof table === 'string') return parseCsv(table.replaceAll('\r\n', '\n'), { isBlankKept: true });
  const bytes = Buffer.from(table);
  if (isZip(bytes)) return readXlsx(bytes, maxRows);
  if (isOldExcel(bytes)) throw new UnreadableFile(oldExcel);
  return parseCsv(decodeText(bytes).trim().replaceAll('\r\n', '\n'), { isBlankKept: true });
}
