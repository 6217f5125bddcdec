import type { Pool } from '../db/connect.ts';
import type { Text } from '../i18n/text.ts';
import type { Context } from '../kernel/context.ts';
import { publishEvent } from '../notify/publish-event.ts';
import { plotNumberKey } from '../rules/plot-numbers.ts';
import type { ResidentRole } from '../rules/residency.ts';
import { emailKey } from '../store/accounts/accounts.ts';
import {
  type ListedResident,
  listKnownPlotKeys,
  listVouchedClaims,
  saveListedResidents,
} from '../store/land/resident-list.ts';
import { confirmMembership, lockResident } from '../store/land/residents.ts';
import { parseCsv } from './csv.ts';

const columns = {
  plot: ['plot', 'plot number', 'plot_number', 'number', 'участок', 'номер участка', 'номер'],
  name: ['name', 'full name', 'имя', 'фио'],
  email: ['email', 'e-mail', 'mail', 'address', 'почта', 'эл. почта', 'электронная почта', 'адрес'],
  role: ['role', 'роль'],
} as const;

const roles: Record<string, ResidentRole> = {
  '': 'owner',
  owner: 'owner',
  собственник: 'owner',
  владелец: 'owner',
  family: 'family',
  семья: 'family',
  'член семьи': 'family',
  tenant: 'tenant',
  арендатор: 'tenant',
};

const mostRows = 50_000;

export class UnreadableList extends Error {
  override name = 'UnreadableList';
}

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
  const { now, newId, services } = tools;
  return tools.pool.begin(async (db) => {
    const { entries, report } = readList(csv, await listKnownPlotKeys(db, settlementId), onRefused);
    await saveListedResidents(db, settlementId, entries, newId, now());
    for (const { id, role } of await listVouchedClaims(db, settlementId)) {
      const claim = await lockResident(db, settlementId, id);
      if (claim?.state !== 'claimed') continue;
      await confirmMembership(db, id, { role, decidedBy: null, now: now() });
      const { accountId, plotNumber } = claim;
      await publishEvent(
        { db, now, newId, services },
        {
          type: 'residency_decided',
          accountId,
          settlementId,
          plotNumber,
          outcome: 'confirmed',
          reason: null,
        },
      );
      report.confirmed += 1;
    }
    return report;
  });
}

function readList(csv: string, plots: ReadonlySet<string>, onRefused: (row: number, reason: Text) => void) {
  const [header = [], ...rows] = parseCsv(csv);
  const names = header.map((name) => name.trim().toLowerCase());
  const find = (wanted: readonly string[]) => names.findIndex((name) => wanted.includes(name));
  const at = {
    plot: find(columns.plot),
    name: find(columns.name),
    email: find(columns.email),
    role: find(columns.role),
  };
  if (at.plot === -1 || at.email === -1)
    throw new UnreadableList('The first line must name the columns: plot, name, email and, if wanted, role.');
  if (rows.length > mostRows) throw new UnreadableList(`The list has more than ${mostRows} rows.`);
  const entries = new Map<string, ListedResident>();
  const report: ResidentReport = { read: rows.length, listed: 0, refused: 0, confirmed: 0 };
  for (const [index, row] of rows.entries()) {
    const cell = (column: number) => (row[column] ?? '').toWellFormed().replaceAll('\u0000', '').trim();
    const entry = {
      numberKey: plotNumberKey(cell(at.plot)),
      emailKey: emailKey(cell(at.email)),
      name: cell(at.name).slice(0, 200),
      role: roles[cell(at.role).toLowerCase()],
    };
    const fault = findFault(entry, plots);
    if (fault === null) entries.set(`${entry.numberKey}\n${entry.emailKey}`, entry as ListedResident);
    else {
      report.refused += 1;
      onRefused(index + 2, fault);
    }
  }
  report.listed = entries.size;
  return { entries: [...entries.values()], report };
}

function findFault(
  entry: { numberKey: string; emailKey: string; role: ResidentRole | undefined },
  plots: ReadonlySet<string>,
): Text | null {
  if (!plots.has(entry.numberKey))
    return { en: 'The settlement has no such plot.', ru: 'Такого участка в посёлке нет.' };
  if (entry.emailKey.length > 254 || !/^[^\s@]+@[^\s@]+$/.test(entry.emailKey))
    return { en: 'This is not an e-mail address.', ru: 'Это не адрес электронной почты.' };
  if (entry.role === undefined)
    return { en: 'The role must be owner, family or tenant.', ru: 'Роль: собственник, семья или арендатор.' };
  return null;
}
