import type { Db } from '../../base/db/connect.ts';
import { writeArray } from '../../base/db/driver/array-text.ts';
import type { Newcomer } from '../../domain/rules/plot-numbers.ts';

/** Plots that are about to come into a settlement, in the order of their identifiers. */
export async function listNewcomers(db: Db, ids: readonly string[]): Promise<Newcomer[]> {
  return db<Newcomer[]>`
    select id, number, cadastral_number as "cadastralNumber" from parcel
     where id = any(${writeArray(ids)}::text::bigint[]) order by id`;
}

/** Keys of the numbers in use in a settlement once these plots are gone from it. */
export async function listTakenNumbers(
  db: Db,
  settlementId: string,
  leaving: readonly string[],
): Promise<Set<string>> {
  const [row] = await db<{ keys: string[] }[]>`
    select coalesce(array_agg(p.number_key), '{}') as keys from parcel p
     where p.settlement_id = ${settlementId}
       and not exists (select 1 from unnest(${writeArray(leaving)}::text::bigint[]) l (id) where l.id = p.id)`;
  return new Set(row?.keys);
}

export interface KnownParcel {
  id: string;
  number: string;
  settlementId: string | null;
}

/**
 * What the register has under these cadastral numbers, with every settlement locked whose plots may get another number,
 * and then the plots themselves, always in the same order: whose they are cannot change any more. Writing about them goes on.
 */
export async function lockNumbering(
  db: Db,
  cadastralNumbers: readonly string[],
  settlementId: string | null,
): Promise<Map<string, KnownParcel>> {
  const numbers = [...cadastralNumbers];
  await db`
    select 1 from settlement s
     where s.id = ${settlementId}
        or s.id in (select p.settlement_id from parcel p where p.cadastral_number = any(${numbers}::text[]))
     order by s.id for no key update`;
  const rows = await db<(KnownParcel & { cadastralNumber: string })[]>`
    select id, number, settlement_id as "settlementId", cadastral_number as "cadastralNumber"
      from parcel where cadastral_number = any(${numbers}::text[]) order by id for no key update`;
  return new Map(rows.map(({ cadastralNumber, ...parcel }) => [cadastralNumber, parcel]));
}

/** Which of these keys, or of all, plots of the settlement carry, apart from some. */
export async function listTakenKeys(
  db: Db,
  { settlementId, except }: { settlementId: string; except: readonly string[] },
  keys: readonly string[] | null,
): Promise<Set<string>> {
  const rows = await db<{ key: string }[]>`
    select p.number_key as key from parcel p
     where p.settlement_id = ${settlementId} and p.id <> all(${[...except]}::bigint[])
       ${keys === null ? db`` : db`and p.number_key = any(${[...new Set(keys)]}::text[])`}`;
  return new Set(rows.map(({ key }) => key));
}
