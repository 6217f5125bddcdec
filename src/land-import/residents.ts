import type { Db, Pool } from '../db/connect.ts';
import type { Text } from '../i18n/text.ts';
import type { Context } from '../kernel/context.ts';
import { publishEvent } from '../notify/publish-event.ts';
import { plotNumberKey } from '../rules/plot-numbers.ts';
import type { ResidentRole } from '../rules/residency.ts';
import {
  isVouchedFor,
  type ListedLine,
  planResidentList,
  type ResidentPlan,
} from '../rules/resident-list.ts';
import { emailKey } from '../store/accounts/accounts.ts';
import {
  findListedResident,
  listKnownParcelKeys,
  listListedResidents,
  listWaitingClaims,
  saveListedResidents,
} from '../store/land/resident-list.ts';
import { confirmMembership, lockResident } from '../store/land/residents.ts';
import { parseCsv } from './csv.ts';
import { UnreadableFile } from './unreadable-file.ts';

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

const mostRows = 50_000;

export interface ResidentReport {
  read: number;
  listed: number;
  refused: number;
  /** Claims that waited and that the list has confirmed. */
  confirmed: number;
}

/**
 * The board's own list: plot, name, address. Claims that wait and agree with it are confirmed at once, later ones as
 * they come. Importing again adds and corrects; nobody is taken off.
 */
export async function importResidents(
  tools: Pick<Context, 'now' | 'newId' | 'services'> & { pool: Pool },
  settlementId: string,
  csv: string,
  onRefused: (row: number, reason: Text) => void = () => {},
): Promise<ResidentReport> {
  return tools.pool.begin(async (db) => {
    const plan = await planResidents(db, settlementId, csv);
    for (const { line, reason } of plan.lines) if (reason) onRefused(line, reason);
    const count = (...outcomes: string[]) =>
      plan.lines.filter(({ outcome }) => outcomes.includes(outcome)).length;
    return {
      read: plan.lines.length,
      listed: count('added', 'changed', 'same'),
      refused: count('refused'),
      confirmed: await applyResidents({ ...tools, db }, settlementId, plan, null),
    };
  });
}

/** What the list would do as things stand; nothing is written. */
export async function planResidents(db: Db, settlementId: string, csv: string): Promise<ResidentPlan> {
  const lines = readList(csv);
  return planResidentList(lines, {
    plots: await listKnownParcelKeys(db, settlementId),
    listed: await listListedResidents(db, settlementId),
    claims: await listWaitingClaims(db, settlementId),
  });
}

/** Does what was planned in the same transaction; tells how many claims it confirmed. */
export async function applyResidents(
  context: Pick<Context, 'db' | 'now' | 'newId' | 'services'>,
  settlementId: string,
  { entries, claims }: ResidentPlan,
  decidedBy: string | null,
): Promise<number> {
  const { db, now, newId } = context;
  await saveListedResidents(db, settlementId, entries, newId, now());
  let confirmed = 0;
  for (const { id } of claims) {
    const claim = await lockResident(db, settlementId, id);
    // Decided or withdrawn at this very moment, or under another address by now.
    if (claim?.state !== 'claimed') continue;
    const listed = await findListedResident(db, claim.accountId, claim.parcelId);
    if (listed === undefined || !isVouchedFor(listed.listedAt, listed)) continue;
    await confirmMembership(db, id, { role: listed.role, decidedBy, now: now() });
    const { accountId, plotNumber } = claim;
    await publishEvent(context, {
      type: 'residency_decided',
      accountId,
      settlementId,
      plotNumber,
      outcome: 'confirmed',
      reason: null,
    });
    confirmed += 1;
  }
  return confirmed;
}

function readList(csv: string): ListedLine[] {
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
    const cell = (column: number) => (row[column] ?? '').toWellFormed().replaceAll('\u0000', '').trim();
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
        en: `The list has more than ${mostRows} rows.`,
        ru: `В списке больше ${mostRows} строк.`,
      });
  }
  return rows;
}
