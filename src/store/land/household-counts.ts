import type { Db, Transaction } from '../../base/db/connect.ts';

/** Advisory lock key: one count at a time, so that no older one overwrites a newer one. */
const countLock = '7201511849';
const marksAtOnce = 10_000;

/** Households of the settlements of `place`, one row for each that has any. */
const countBySettlement = (db: Db, place: ReturnType<Db>) => db`
  select p.settlement_id, count(distinct m.parcel_id) filter (where m.state = 'confirmed')::int as confirmed,
         count(distinct m.parcel_id)::int as with_claims
    from membership m join parcel p on p.id = m.parcel_id
   where ${place} and p.kind = 'dwelling' and m.state <> 'ended' group by p.settlement_id`;

/**
 * A column { confirmed, withClaims } of the settlement `s`: the kept count, or while a change of it is not counted yet, a count
 * of its plots.
 */
export function householdsColumn(db: Db) {
  const asJson = (rows: ReturnType<Db>) => db`
    (select json_build_object('confirmed', coalesce(max(c.confirmed), 0), 'withClaims', coalesce(max(c.with_claims), 0)) from (${rows}) c)`;
  return db`
    case when exists (select from household_change h where h.settlement_id = s.id)
         then ${asJson(countBySettlement(db, db`p.settlement_id = s.id`))}
         else ${asJson(db`select confirmed, with_claims from household_count where settlement_id = s.id`)} end`;
}

/**
 * Counts settlements with a mark anew and removes the marks that it has seen: one statement, so one snapshot. Returns the number of
 * marks.
 */
export async function countHouseholds(db: Transaction): Promise<number> {
  const [turn] = await db<{ taken: boolean }[]>`select pg_try_advisory_xact_lock(${countLock}) as taken`;
  if (turn?.taken !== true) return 0;
  const [counted] = await db<{ marks: number }[]>`
    with taken as (
      delete from household_change where ctid = any (array(select ctid from household_change limit ${marksAtOnce}))
      returning settlement_id
    ), marked as (
      select s.id from settlement s where s.id in (select settlement_id from taken)
    ), counted as (
      select marked.id, c.confirmed, c.with_claims
        from marked left join lateral (${countBySettlement(db, db`p.settlement_id = marked.id`)}) c on true
    ), written as (
      insert into household_count (settlement_id, confirmed, with_claims)
      select id, coalesce(confirmed, 0), coalesce(with_claims, 0) from counted
      on conflict (settlement_id) do update set confirmed = excluded.confirmed, with_claims = excluded.with_claims
    )
    select count(*)::int as marks from taken`;
  return counted?.marks ?? 0;
}
