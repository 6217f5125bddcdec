import type { Text } from '../../../base/i18n/text.ts';
import { limits } from './limits.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { readXml } from './xml.ts';
import { type ArchiveEntry, isZip, listArchive } from './zip.ts';

/** Unpacked size of what is read of a spreadsheet: its first sheet and its texts. */
const maxBytes = 16 * 1024 * 1024;
const maxCellLength = 4_000;

const noSpreadsheet: Text = {
  en: 'This is not an Excel spreadsheet. Save it as .xlsx or as CSV.',
  ru: 'Это не таблица Excel. Сохраните её как .xlsx или как CSV.',
};
const tooLarge: Text = {
  en: `The first sheet unpacks to more than ${maxBytes / 1024 / 1024} MB. Keep only the list in it.`,
  ru: `Первый лист распаковывается больше чем в ${maxBytes / 1024 / 1024} МБ. Оставьте на нём только список.`,
};
const tooManyRows = (most: number): Text => ({
  en: `The first sheet has more than ${most} rows. Split it up.`,
  ru: `На первом листе больше ${most} строк. Разделите его на части.`,
});

export const oldExcel: Text = {
  en: 'This is an old Excel file, or it is locked with a password. Save it as .xlsx without a password, or as CSV.',
  ru: 'Это файл старого Excel, или он закрыт паролем. Сохраните его как .xlsx без пароля или как CSV.',
};

/** The container of old Excel, and of new one with a password. */
export const isOldExcel = (bytes: Buffer): boolean =>
  bytes.subarray(0, 4).equals(Buffer.from('d0cf11e0', 'hex'));

export const isXlsx = (bytes: Buffer): boolean =>
  isZip(bytes) && listArchive(bytes, [workbookName]).some(({ name }) => name === workbookName);

const workbookName = 'xl/workbook.xml';

/**
 * Rows of the first sheet of an .xlsx file as texts, blank ones between them too. Formulas count as the value they had,
 * dates as the number they are stored as; further columns are left out. `fillsMerged`: a cell merged over several rows
 * counts in each of them.
 */
export async function readXlsx(
  bytes: Buffer,
  maxRows: number,
  { fillsMerged = false } = {},
): Promise<string[][]> {
  const entries = new Map(listArchive(bytes, ['.xml', '.rels']).map((entry) => [entry.name, entry]));
  const workbook = entries.get(workbookName);
  if (workbook === undefined) throw new UnreadableFile(noSpreadsheet);
  const links = entries.get('xl/_rels/workbook.xml.rels');
  const path = findFirstSheet(await readText(workbook), links ? await readText(links) : '');
  const sheet = entries.get(path);
  if (sheet === undefined) throw new UnreadableFile(noSpreadsheet);
  const strings = entries.get('xl/sharedstrings.xml');
  if (sheet.size + (strings?.size ?? 0) > maxBytes) throw new UnreadableFile(tooLarge);
  const shared = strings ? readSharedStrings(await readText(strings)) : [];
  const { rows, merged } = readSheet(await readText(sheet), shared, maxRows);
  if (fillsMerged) fillMergedRows(rows, merged);
  return rows;
}

async function readText(entry: ArchiveEntry): Promise<string> {
  if (entry.size > maxBytes) throw new UnreadableFile(tooLarge);
  return (await entry.read()).toString('utf8').replace(/^\ufeff/, '');
}

/** Names in the archive are in lower case. */
function findFirstSheet(workbook: string, links: string): string {
  let id = '';
  for (const step of readXml(workbook)) {
    if (step.kind !== 'open' || step.name !== 'sheet' || step.attribute('state') === 'hidden') continue;
    id = step.attribute('r:id');
    break;
  }
  for (const step of readXml(links)) {
    if (step.kind !== 'open' || step.name !== 'Relationship' || step.attribute('Id') !== id) continue;
    const target = step.attribute('Target').toLowerCase();
    return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  }
  return 'xl/worksheets/sheet1.xml';
}

/** Texts that cells refer to by their number. Reading aids (`rPh`) are left out. */
function readSharedStrings(xml: string): string[] {
  const strings: string[] = [];
  let [text, isText, isAid] = ['', false, false];
  for (const step of readXml(xml)) {
    if (step.kind === 'text') {
      if (isText && !isAid) text = join(text, step.text());
    } else if (step.name === 't') isText = step.kind === 'open';
    else if (step.name === 'rPh') isAid = step.kind === 'open';
    else if (step.name === 'si' && step.kind === 'close') {
      strings.push(text);
      text = '';
    }
  }
  return strings;
}

/** The first column of merged cells, and its rows, from 0. */
interface MergedRows {
  column: number;
  from: number;
  to: number;
}

/** Further ones are left alone. */
const maxMerged = 20_000;

function readSheet(
  xml: string,
  shared: readonly string[],
  maxRows: number,
): { rows: string[][]; merged: MergedRows[] } {
  const merged: MergedRows[] = [];
  const rows = new Map<number, string[]>();
  let [row, column, cellType, text, isValue] = [0, 0, '', '', false];
  for (const step of readXml(xml)) {
    if (step.kind === 'text') {
      if (isValue) text = join(text, step.text());
    } else if (step.name === 'mergeCell' && step.kind === 'open') {
      const found = readMergedRows(step.attribute('ref'));
      if (found !== null && merged.length < maxMerged) merged.push(found);
    } else if (step.name === 'row' && step.kind === 'open') {
      row = Math.max(row + 1, Number.parseInt(step.attribute('r'), 10) || 0);
      column = -1;
    } else if (step.name === 'c' && step.kind === 'open') {
      column = columnOf(step.attribute('r')) ?? column + 1;
      [cellType, text] = [step.attribute('t'), ''];
    } else if (step.name === 'v' || step.name === 't') isValue = step.kind === 'open';
    else if (step.name === 'c') {
      const value = readValue(cellType, text, shared);
      if (value.trim() === '' || column >= limits.columns) continue;
      const cells = rows.get(row) ?? [];
      while (cells.length < column) cells.push('');
      cells[column] = value;
      rows.set(row, cells);
      if (rows.size > maxRows || row > maxRows * 10) throw new UnreadableFile(tooManyRows(maxRows));
    }
  }
  let last = 0;
  for (const each of rows.keys()) last = Math.max(last, each);
  return { rows: Array.from({ length: last }, (_, index) => rows.get(index + 1) ?? []), merged };
}

/** Of A2:C9: column 0, rows 1 to 8; null where it is one row. */
function readMergedRows(reference: string): MergedRows | null {
  const [, letters = '', from, to] = /^([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})$/.exec(reference) ?? [];
  const column = columnOf(`${letters}1`);
  if (column === undefined || column >= limits.columns || Number(to) <= Number(from)) return null;
  return { column, from: Number(from) - 1, to: Number(to) - 1 };
}

function fillMergedRows(rows: string[][], merged: readonly MergedRows[]): void {
  for (const { column, from, to } of merged) {
    const value = rows[from]?.[column] ?? '';
    if (value === '') continue;
    // Rows without anything of their own stay blank: merged cells may reach far below the table.
    for (let at = from + 1; at <= to && at < rows.length; at += 1) {
      const cells = rows[at] as string[];
      if (cells.length === 0 || cells[column]) continue;
      while (cells.length < column) cells.push('');
      cells[column] = value;
    }
  }
}

const join = (text: string, more: string) => (text + more).slice(0, maxCellLength);

/** Of B5: 1. */
function columnOf(reference: string): number | undefined {
  const [, letters] = /^([A-Z]{1,3})\d+$/.exec(reference) ?? [];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function readValue(type: string, text: string, shared: readonly string[]): string {
  if (type === 's') return shared[Number.parseInt(text, 10)] ?? '';
  // 7.9161234567E10 is how a telephone number may be stored.
  const isNumber = (type === '' || type === 'n') && text.trim() !== '' && Number.isFinite(Number(text));
  return isNumber ? String(Number(text)) : text;
}
