import type { Db } from '../../base/db/connect.ts';
import { plotNumberKey } from '../../domain/rules/plot-numbers.ts';

export interface NamedParcel {
  id: string;
  number: string;
  /** Null when the plot is in no settlement. */
  settlementId: string | null;
  settlementName: string | null;
}

/** A plot, and whether the account is a confirmed member, on the board or its auditor. */
export interface ParcelWithRole extends NamedParcel {
  isMember: boolean;
  isEditor: boolean;
  readsAsBoard: boolean;
}

/** Number of candidates returned when a number is ambiguous. */
const maxCandidates = 6;

export async function listParcelsByNumber(
  db: Db,
  settlementId: string,
  number: string,
): Promise<NamedParcel[]> {
  return db<NamedParcel[]>`
    ${selectParcels(db, db``)} where p.settlement_id = ${settlementId} and p.number_key = ${plotNumberKey(number)}
     order by p.id limit ${maxCandidates}`;
}

/** Those with this number where the account is a resident, on the board or its auditor. */
export async function listParcelsInView(
  db: Db,
  accountId: string,
  number: string,
): Promise<ParcelWithRole[]> {
  return db<ParcelWithRole[]>`
    ${selectParcels(db, roleColumns(db, accountId))}
     where p.number_key = ${plotNumberKey(number)} and p.settlement_id in (
             select q.settlement_id from membership m join parcel q on q.id = m.parcel_id
              where m.account_id = ${accountId} and m.state = 'confirmed'
             union
             select r.settlement_id from settlement_role r where r.account_id = ${accountId} and r.role in ('editor', 'auditor'))
     order by p.id limit ${maxCandidates}`;
}

export async function findParcelForAccount(
  db: Db,
  id: string,
  accountId: string | null,
): Promise<ParcelWithRole | undefined> {
  const [row] = await db<ParcelWithRole[]>`
    ${selectParcels(db, roleColumns(db, accountId))} where p.id = ${id}`;
  return row;
}

/** Maps given plot numbers to ids; unknown ones are absent. */
export async function findParcelsByNumber(
  db: Db,
  settlementId: string,
  numbers: readonly string[],
): Promise<Map<string, string>> {
  const keys = new Map(numbers.map((number) => [number, plotNumberKey(number)]));
  const rows = await db<{ id: string; key: string }[]>`
    select p.id, p.number_key as key from parcel p
     where p.settlement_id = ${settlementId} and p.number_key = any(${[...new Set(keys.values())]}::text[])`;
  const ids = new Map(rows.map(({ id, key }) => [key, id]));
  return new Map(
    [...keys].flatMap(([number, key]) => {
      const id = ids.get(key);
      return id === undefined ? [] : [[number, id] as const];
    }),
  );
}

function roleColumns(db: Db, accountId: string | null) {
  if (accountId === null) return db`, false as "isMember", false as "isEditor", false as "readsAsBoard"`;
  return db`,
    exists (select 1 from membership m where m.parcel_id = p.id and m.account_id = ${accountId} and m.state = 'confirmed') as "isMember",
    exists (select 1 from settlement_role r where r.settlement_id = p.settlement_id and r.account_id = ${accountId} and r.role = 'editor') as "isEditor",
    exists (select 1 from settlement_role r where r.settlement_id = p.settlement_id and r.account_id = ${accountId}
               and r.role in ('editor', 'auditor')) as "readsAsBoard"`;
}

function selectParcels(db: Db, roles: ReturnType<Db>) {
  return db`
    select p.id, p.number, p.settlement_id as "settlementId", s.name as "settlementName" ${roles}
      from parcel p left join settlement s on s.id = p.settlement_id`;
}
