import type { ResidentListLine } from '../../domain/kernel/ports.ts';
import { plotNumberKey } from '../../domain/rules/plot-numbers.ts';
import type { ResidentRole } from '../../domain/rules/residency.ts';
import { normalizeEmail } from '../../store/accounts/accounts.ts';
import { parseCsv } from './formats/csv.ts';
import { UnreadableFile } from './formats/unreadable-file.ts';

const columns = {
  plot: ['plot', 'plot number', 'plot_number', 'number', 'участок', 'номер участка', 'номер'],
  name: ['name', 'full name', 'имя', 'фио'],
  email: ['email', 'e-mail', 'mail', 'address', 'почта', 'эл. почта', 'электронная почта', 'адрес'],
  role: ['role', 'роль'],
} as const;

const roles: ReadonlyMap<string, ResidentRole> = new Map([
  ['', 'owner'],
  ['owner', 'owner'],
  ['собственник', 'owner'],
  ['владелец', 'owner'],
  ['family', 'family'],
  ['семья', 'family'],
  ['член семьи', 'family'],
  ['tenant', 'tenant'],
  ['арендатор', 'tenant'],
]);

/** Bounds the planning, which runs on the main thread. */
const maxRows = 5_000;
/** Longer than any accepted value, so that values that are too long are still detected. */
const maxCellLength = 300;

/** Parses the board's list of residents; throws UnreadableFile. */
export function parseResidentList(csv: string): ResidentListLine[] {
  // Browsers submit line breaks as CRLF.
  const [header = [], ...rows] = readRows(parseCsv(csv.replaceAll('\r\n', '\n')));
  const names = header.map((name) => name.replace('\ufeff', '').trim().toLowerCase());
  const find = (wanted: readonly string[]) => names.findIndex((name) => wanted.includes(name));
  const at = {
    plot: find(columns.plot),
    name: find(columns.name),
    email: find(columns.email),
    role: find(columns.role),
  };
  if (at.plot === -1 || at.email === -1)
    throw new UnreadableFile({
      en: 'The first line must name the columns: plot, name, email and, if wanted, role.',
      ru: 'В первой строке должны быть названия столбцов: участок, имя, почта и, если нужно, роль.',
    });
  return rows.map((row, index) => {
    const cell = (column: number) =>
      (row[column] ?? '').replaceAll('\u0000', '').trim().slice(0, maxCellLength).toWellFormed();
    return {
      line: index + 2,
      plot: cell(at.plot).slice(0, 40),
      numberKey: plotNumberKey(cell(at.plot)),
      emailKey: normalizeEmail(cell(at.email)),
      name: cell(at.name).slice(0, 200),
      role: roles.get(cell(at.role).toLowerCase()),
    };
  });
}

/** Stops reading at the row limit. */
function readRows(table: Iterable<string[]>): string[][] {
  const rows: string[][] = [];
  for (const row of table) {
    rows.push(row);
    if (rows.length > maxRows + 1)
      throw new UnreadableFile({
        en: `The list has more than ${maxRows} rows. Divide it.`,
        ru: `В списке больше ${maxRows} строк. Разделите его на части.`,
      });
  }
  return rows;
}
