import type { ListedLine } from '../../domain/kernel/ports.ts';
import { plotNumberKey } from '../../domain/rules/plot-numbers.ts';
import type { ResidentRole } from '../../domain/rules/residency.ts';
import { emailKey } from '../../store/accounts/accounts.ts';
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

/** Many times any village; what is planned for each line is worked out on the thread that answers. */
const mostRows = 5_000;
/** More than a plot's number or an address may have, so that what is too long is still seen to be. */
const longestCell = 300;

/** The lines of the board's list, or why it cannot be read. */
export function readResidentLines(csv: string): ListedLine[] {
  // A browser sends every break of a line as two characters; the list is the same.
  const [header = [], ...rows] = firstRows(parseCsv(csv.replaceAll('\r\n', '\n')));
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
      (row[column] ?? '').replaceAll('\u0000', '').trim().slice(0, longestCell).toWellFormed();
    return {
      line: index + 2,
      plot: cell(at.plot).slice(0, 40),
      numberKey: plotNumberKey(cell(at.plot)),
      emailKey: emailKey(cell(at.email)),
      name: cell(at.name).slice(0, 200),
      role: roles.get(cell(at.role).toLowerCase()),
    };
  });
}

/** All of them, unless there are too many: then no more than it takes to know that. */
function firstRows(table: Iterable<string[]>): string[][] {
  const rows: string[][] = [];
  for (const row of table) {
    rows.push(row);
    if (rows.length > mostRows + 1)
      throw new UnreadableFile({
        en: `The list has more than ${mostRows} rows. Divide it.`,
        ru: `В списке больше ${mostRows} строк. Разделите его на части.`,
      });
  }
  return rows;
}
