import type { Text } from '../../../base/i18n/text.ts';
import { limits } from './limits.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { readXml } from './xml.ts';
import { type ArchiveEntry, listArchive } from './zip.ts';

/** Unpacked size of what is read of a spreadsheet: its first sheet and its texts. */
const maxBytes = 16 * 1024 * 1024;
const maxCellLength = 4_000;

const noSpreadsheet: Text = {
  en: 'This is not a spreadsheet of Excel. Save it as .xlsx or as CSV.',
  ru: 'Это не таблица Excel. Сохраните её как .xlsx или как CSV.',
};
const tooLarge: Text = {
  en: `The first sheet unpacks to more than ${maxBytes / 1024 / 1024} MB. Keep the list alone in it.`,
  ru: `Первый лист распаковывается больше чем в ${maxBytes / 1024 / 1024} МБ. Оставьте на нём только список.`,
};
const tooManyRows = (most: number): Text => ({
  en: `The first sheet has more than ${most} rows. Divide it.`,
  ru: `На первом листе больше ${most} строк. Разделите его на части.`,
});

/**
 * Rows of the first sheet of an .xlsx file as texts, blank ones between them too. Formulas count as the value they had,
 * dates as the number they are stored as; further columns are left out.
 */
export async function readXlsx(bytes: Buffer, maxRows: number): Promise<string[][]> {
  const entries = new Map(listArchive(bytes, ['.xml', '.rels']).map((entry) => [entry.name, entry]));
  const workbook = entries.get('xl/workbook.xml');
  if (workbook === undefined) throw new UnreadableFile(noSpreadsheet);
  const links = entries.get('xl/_rels/workbook.xml.rels');
  const path = findFirstSheet(await readText(workbook), links ? await readText(links) : '');
  const sheet = entries.get(path);
  if (sheet === undefined) throw new UnreadableFile(noSpreadsheet);
  const strings = entries.get('xl/sharedstrings.xml');
  if (sheet.size + (strings?.size ?? 0) > maxBytes) throw new UnreadableFile(tooLarge);
  const shared = strings ? readSharedStrings(await readText(strings)) : [];
  return readSheet(await readText(sheet), shared, maxRows);
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

function readSheet(xml: string, shared: readonly string[], maxRows: number): string[][] {
  const rows = new Map<number, string[]>();
  let [row, column, cellType, text, isValue] = [0, 0, '', '', false];
  for (const step of readXml(xml)) {
    if (step.kind === 'text') {
      if (isValue) text = join(text, step.text());
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
  const last = Math.max(0, ...rows.keys());
  return Array.from({ length: last }, (_, index) => rows.get(index + 1) ?? []);
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
