import type { PeopleList, PeopleListLine } from '../../domain/kernel/ports.ts';
import { isEmail, normalizeEmail } from '../../domain/rules/email.ts';
import { toE164 } from '../../domain/rules/phone.ts';
import { plotNumberKey } from '../../domain/rules/plot-numbers.ts';
import {
  cleanName,
  maxNameLength,
  maxPhones,
  maxPostalAddressLength,
} from '../../domain/rules/recorded-people.ts';
import { parseCsv } from './formats/csv.ts';
import { decodeText } from './formats/decode-text.ts';
import { UnreadableFile } from './formats/unreadable-file.ts';
import { isOldExcel, oldExcel, readXlsx } from './formats/xlsx.ts';
import { isZip } from './formats/zip.ts';
import {
  findColumns,
  formatCsv,
  type PeopleColumn,
  peopleColumns,
  readRole,
  readYesNo,
  restoreCell,
} from './people-columns.ts';

/** Bounds the planning, which runs on the main thread. */
const maxRows = 5_000;
/** Longer than any accepted value, so that values that are too long are still detected. */
const maxCellLength = 400;

/** As a form sends it. */
const maxCsvLength = 1_500_000;

/** Reads the board's list of people from CSV or the bytes of a CSV or .xlsx file; throws UnreadableFile. */
export async function readPeopleList(table: string | Uint8Array): Promise<PeopleList> {
  const csv = typeof table === 'string' ? table : await convertToCsv(Buffer.from(table));
  if (csv.length > maxCsvLength)
    throw new UnreadableFile({
      en: 'The list is too long. Split it up.',
      ru: 'Список слишком длинный. Разделите его на части.',
    });
  return { csv, ...parsePeopleList(csv) };
}

async function convertToCsv(file: Buffer): Promise<string> {
  if (isZip(file)) {
    const rows = await readXlsx(file, maxRows + maxTitleRows, { fillsMerged: true });
    const header = findHeader(rows.map((cells, index) => ({ row: index + 1, cells })));
    // A title above the header is no row of CSV.
    const table = header ? rows.map((cells, index) => (index < header.index ? [] : cells)) : rows;
    return formatCsv(table, 'en');
  }
  if (isOldExcel(file)) throw new UnreadableFile(oldExcel);
  return decodeText(file).trim();
}

/** Parses the board's list of people; throws UnreadableFile. */
export function parsePeopleList(csv: string): Omit<PeopleList, 'csv'> {
  // Browsers submit line breaks as CRLF.
  const rows = readRows(parseCsv(csv.replaceAll('\r\n', '\n'), { isBlankKept: true }));
  const found = findHeader(rows);
  if (found === undefined)
    throw new UnreadableFile({
      en: 'A line at the top must name the columns: plot, name and, if wanted, email, phone, postal address, role, member, since, no email.',
      ru: 'Сверху должна быть строка с названиями столбцов: участок, имя и, если нужно, почта, телефон, почтовый адрес, роль, член товарищества, с какого числа, без почты.',
    });
  const { at, index } = found;
  if (rows.length - index - 1 > maxRows) throw new UnreadableFile(tooManyRows);
  const lines = rows.slice(index + 1).map(({ row, cells }) => {
    const written = peopleColumns.map((column) =>
      restoreCell(cells[at[column]] ?? '')
        .replaceAll('\u0000', '')
        .trim()
        .slice(0, maxCellLength)
        .toWellFormed(),
    );
    return readLine(row, written);
  });
  return { lines, unknownColumns: listUnknownColumns(rows[index]?.cells ?? [], at) };
}

const maxUnknownColumns = 20;

/** Headings of columns that are not read. */
function listUnknownColumns(header: readonly string[], at: Record<PeopleColumn, number>): string[] {
  const known = new Set(Object.values(at));
  return header
    .flatMap((heading, place) => (known.has(place) ? [] : [cleanName(heading).slice(0, 60).toWellFormed()]))
    .filter(Boolean)
    .slice(0, maxUnknownColumns);
}

interface Row {
  /** Counted from 1, blank ones too. */
  row: number;
  cells: string[];
}

const tooManyRows = {
  en: `The list has more than ${maxRows} rows. Split it up.`,
  ru: `В списке больше ${maxRows} строк. Разделите его на части.`,
};

/** Above the names of the columns there may be a title. */
const maxTitleRows = 10;

function findHeader(rows: readonly Row[]): { at: Record<PeopleColumn, number>; index: number } | undefined {
  for (const [index, { cells }] of rows.slice(0, maxTitleRows).entries()) {
    const at = findColumns(cells);
    if (at.plot !== -1 && (at.name !== -1 || at.email !== -1)) return { at, index };
  }
  return undefined;
}

/** Stops reading at the row limit. */
function readRows(table: Iterable<string[]>): Row[] {
  const rows: Row[] = [];
  let row = 0;
  for (const cells of table) {
    row += 1;
    if (cells.every((cell) => cell.trim() === '')) continue;
    rows.push({ row, cells });
    if (rows.length > maxRows + maxTitleRows) throw new UnreadableFile(tooManyRows);
  }
  return rows;
}

function readLine(line: number, cells: string[]): PeopleListLine {
  const cell = (column: PeopleColumn) => cells[peopleColumns.indexOf(column)] as string;
  const phones = cell('phone')
    .split(/[,;\n]/)
    .map((written) => written.trim())
    .filter(Boolean);
  const read = {
    role: cell('role') === '' ? null : readRole(cell('role')),
    isMember: cell('member') === '' ? null : readYesNo(cell('member')),
    hasNoEmail: cell('no email') === '' ? false : readYesNo(cell('no email')),
    since: cell('since') === '' ? null : readDay(cell('since')),
  };
  const known = {
    line,
    cells,
    plot: cell('plot').slice(0, 40),
    numberKey: plotNumberKey(cell('plot')),
    name: cleanName(cell('name')),
    emailKey: normalizeEmail(cell('email')),
    hasNoEmail: read.hasNoEmail ?? false,
    phones: [...new Set(phones.map((written) => toE164(written) ?? ''))].filter(Boolean),
    postalAddress: cleanName(cell('address')),
    role: read.role ?? null,
    isMember: read.isMember ?? null,
    since: read.since ?? null,
  };
  return { ...known, fault: findFault(known, phones, read) };
}

/** Why a line cannot be taken in, as far as the line itself shows it. */
function findFault(
  line: Omit<PeopleListLine, 'fault'>,
  phones: readonly string[],
  read: Record<'role' | 'isMember' | 'hasNoEmail' | 'since', unknown>,
): PeopleListLine['fault'] {
  const unreadable = phones.find((written) => toE164(written) === null);
  if (line.plot === '' && line.name === '' && line.emailKey === '')
    return { en: 'The plot and the name are missing.', ru: 'Не указаны участок и имя.' };
  if (line.plot === '') return { en: 'The plot is missing.', ru: 'Не указан участок.' };
  if (line.name === '' && line.emailKey === '') return { en: 'The name is missing.', ru: 'Не указано имя.' };
  if (line.emailKey !== '' && !isEmail(line.emailKey))
    return { en: 'This is not an email address.', ru: 'Это не адрес электронной почты.' };
  if (line.emailKey !== '' && line.hasNoEmail)
    return {
      en: 'There is an email address, and “no email” as well.',
      ru: 'Указана почта, и тут же отмечено, что её нет.',
    };
  if (unreadable !== undefined)
    return {
      en: `This telephone number cannot be read: ${unreadable.slice(0, 40)}`,
      ru: `Не разобрать телефон: ${unreadable.slice(0, 40)}`,
    };
  if (phones.length > maxPhones)
    return { en: `More than ${maxPhones} telephone numbers.`, ru: `Больше ${maxPhones} телефонов.` };
  if (read.role === undefined)
    return { en: 'The role must be owner, family or tenant.', ru: 'Роль: собственник, семья или арендатор.' };
  if (read.isMember === undefined) return { en: 'Member: yes or no.', ru: 'Член товарищества: да или нет.' };
  if (read.hasNoEmail === undefined) return { en: 'No email: yes or no.', ru: 'Без почты: да или нет.' };
  if (read.since === undefined)
    return { en: 'Since: a date such as 2021-05-31.', ru: 'С какого числа: дата, например 31.05.2021.' };
  if (line.name.length > maxNameLength || line.postalAddress.length > maxPostalAddressLength)
    return {
      en: 'The name or the postal address is too long.',
      ru: 'Имя или почтовый адрес слишком длинные.',
    };
  return null;
}

/** Days since 30 December 1899, as spreadsheets store dates. */
const serialOfUnixDay = 25_569;
const maxSerial = 73_050; // 2099

/** Y-m-d of 2021-05-31, 31.05.2021 or a spreadsheet's number; undefined: no such day. */
function readDay(written: string): string | undefined {
  if (/^\d{4,5}(\.0+)?$/.test(written) && Number(written) > 3_000 && Number(written) < maxSerial)
    return new Date((Number(written) - serialOfUnixDay) * 86_400_000).toISOString().slice(0, 10);
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(written) ?? [];
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(written) ?? [];
  const [y, m, d] = [isoYear ?? year, isoMonth ?? month, isoDay ?? day];
  if (y === undefined || Number(y) < 1900 || Number(y) > 2099) return undefined;
  const at = new Date(Date.UTC(Number(y), Number(m) - 1, Number(d)));
  const iso = at.toISOString().slice(0, 10);
  return iso === `${y}-${m?.padStart(2, '0')}-${d?.padStart(2, '0')}` ? iso : undefined;
}
