import type { Db } from '../../base/db/connect.ts';
import { isId } from '../../domain/kernel/fields.ts';
import { plotNumberKey } from '../../domain/rules/plot-numbers.ts';

export interface NamedParcel {
  id: string;
  number: string;
  numberKey: string;
  /** Null when the plot is in no settlement. */
  settlementId: string | null;
  settlementName: string | null;
}

/** Where plot numbers are looked up: one settlement, or all where the account is a resident or on the board. */
export type ParcelScope = { settlementId: string } | { accountId: string };

/** Number of candidates returned when a number is ambiguous. */
const maxCandidates = 6;

/** Plots with this id or number. A matching id takes precedence. */
export async function listNamedParcels(
  db: Db,
  scope: ParcelScope,
  reference: string,
): Promise<NamedParcel[]> {
  if (isId(reference)) {
    const byId = await db<NamedParcel[]>`
      ${selectParcels(db)} where p.id = ${reference}
       ${'settlementId' in scope ? db`and p.settlement_id = ${scope.settlementId}` : db``}`;
    if (byId.length > 0) return byId;
  }
  const key = plotNumberKey(reference);
  if ('settlementId' in scope)
    return db<NamedParcel[]>`
      ${selectParcels(db)} where p.settlement_id = ${scope.settlementId} and p.number_key = ${key}
       order by p.id limit ${maxCandidates}`;
  return db<NamedParcel[]>`
    ${selectParcels(db)}
     where p.number_key = ${key} and p.settlement_id in (
             select q.settlement_id from membership m join parcel q on q.id = m.parcel_id
              where m.account_id = ${scope.accountId} and m.state = 'confirmed'
             union
             select r.settlement_id from settlement_role r where r.account_id = ${scope.accountId} and r.role = 'editor')
     order by p.id limit ${maxCandidates}`;
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

function selectParcels(db: Db) {
  return db`
    select p.id, p.number, p.number_key as "numberKey", p.settlement_id as "settlementId", s.name as "settlementName"
      from parcel p left join settlement s on s.id = p.settlement_id`;
}
