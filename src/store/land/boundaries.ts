import type { Db } from '../../base/db/connect.ts';
import { formatArrayLiteral } from '../../base/db/driver/array-literal.ts';
import { plotNumberKey, type Renaming } from '../../domain/rules/plot-numbers.ts';
import type { WirePoint } from '../../engines/geometry/types.ts';

/** Serializes boundary changes of a settlement; rows that only reference it can still be inserted. */
export async function lockSettlement(db: Db, settlementId: string): Promise<void> {
  await db`select 1 from settlement where id = ${settlementId} for no key update`;
}

/**
 * Locks the parcels against boundaries of other settlements and against new references; waits for uncommitted
 * references.
 */
export async function lockParcels(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await db<{ count: string }[]>`
      select count(*) from (
        select 1 from parcel where id = any(${formatArrayLiteral(ids)}::text::bigint[]) order by id for update) locked`;
}

/** Parcels that other rows refer to. */
export async function listReferencedParcels(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db<{ id: string }[]>`
    select p.id from parcel p
     where p.id = any(${formatArrayLiteral(ids)}::text::bigint[])
       and (p.listing is not null
         or exists (select 1 from membership m where m.parcel_id = p.id and m.state <> 'ended')
         or exists (select 1 from recorded_person r where r.parcel_id = p.id)
         or exists (select 1 from media m where m.parcel_id = p.id)
         or exists (select 1 from task t where t.parcel_id = p.id or t.to_parcel_id = p.id)
         or exists (select 1 from article a where a.parcel_id = p.id)
         or exists (select 1 from article_mention a where a.type = 'parcel' and a.subject_id = p.id)
         or exists (select 1 from parcel_object o where o.parcel_id = p.id)
         or exists (select 1 from device_connection d where d.parcel_id = p.id)
         or exists (select 1 from tagging g where g.subject_type = 'parcel' and g.subject_id = p.id))
     order by p.id`;
  return rows.map(({ id }) => id);
}

export interface AppliedBoundary {
  id: string;
  settlementId: string;
  ring: readonly WirePoint[];
  parcels: readonly string[];
  exclude: readonly string[];
  snap: boolean;
  source: string;
  linked: readonly string[];
  unlinked: readonly string[];
  kept: readonly string[];
  renamed: readonly Renaming[];
  appliedBy: string | null;
  appliedAt: Date;
}

/** Links and unlinks parcels with their change history, and stores the boundary as the current one. */
export async function applyBoundary(db: Db, boundary: AppliedBoundary, newId: () => string): Promise<void> {
  const { id, settlementId, appliedAt } = boundary;
  const [linked, unlinked] = [formatArrayLiteral(boundary.linked), formatArrayLiteral(boundary.unlinked)];
  await db`
    insert into settlement_boundary (id, settlement_id, ring, parcels, exclude, snap, source, linked, unlinked, kept, renamed, applied_by, applied_at)
    values (${id}, ${settlementId}, ${db.json(boundary.ring as never)}, ${formatArrayLiteral(boundary.parcels)}::text::bigint[],
            ${formatArrayLiteral(boundary.exclude)}::text::bigint[], ${boundary.snap}, ${boundary.source}, ${linked}::text::bigint[],
            ${unlinked}::text::bigint[], ${formatArrayLiteral(boundary.kept)}::text::bigint[],
            ${formatArrayLiteral(boundary.renamed.map((one) => one.id))}::text::bigint[], ${boundary.appliedBy}, ${appliedAt})`;
  await db`update settlement set boundary_id = ${id} where id = ${settlementId}`;
  const moved = [...boundary.linked, ...boundary.unlinked];
  if (moved.length === 0) return;
  const changes = formatArrayLiteral(moved.map(newId));
  await db`
    insert into parcel_change (id, parcel_id, before, source, changed_at)
    select c.id, p.id,
           jsonb_build_object('settlement_id', p.settlement_id::text) ||
           case when p.id = any(${formatArrayLiteral(boundary.renamed.map((one) => one.id))}::text::bigint[])
                then jsonb_build_object('number', p.number) else '{}' end,
           ${`boundary ${id}`}, ${appliedAt}
      from unnest(${changes}::text::bigint[], ${formatArrayLiteral(moved)}::text::bigint[]) c (id, parcel_id) join parcel p on p.id = c.parcel_id`;
  const numbers = boundary.renamed.map((one) => ({
    id: one.id,
    number: one.renamedTo,
    key: plotNumberKey(one.renamedTo),
  }));
  // One statement, because the unique constraint on plot numbers is checked at its end, after parcels have been
  // unlinked.
  await db`
    update parcel p set settlement_id = c.settlement_id, number = coalesce(r.number, p.number),
           number_key = coalesce(r.key, p.number_key), updated_at = ${appliedAt}
      from (select unnest(${linked}::text::bigint[]) as id, ${settlementId}::bigint as settlement_id
            union all select unnest(${unlinked}::text::bigint[]), null) c
      left join jsonb_to_recordset(${db.json(numbers as never)}) as r (id bigint, number text, key text) on r.id = c.id
     where p.id = c.id`;
}
