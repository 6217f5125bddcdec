import type { Db } from '../../base/db/connect.ts';
import { formatArrayLiteral } from '../../base/db/driver/array-literal.ts';
import type { ParcelReference } from '../../domain/rules/parcel-removal.ts';

/** What belongs to these plots, by plot; buildings that an import of them placed there do not count. */
export async function listParcelReferences(
  db: Db,
  ids: readonly string[],
  importId: string | null,
  limit: number,
): Promise<{ number: string; kind: ParcelReference }[]> {
  if (ids.length === 0) return [];
  return db<{ number: string; kind: ParcelReference }[]>`
    with plot as materialized (
      select id, number, listing from parcel where id = any(${formatArrayLiteral(ids)}::text::bigint[]))
    select p.number, x.kind
      from plot p
      cross join lateral (
        select 'people' as kind where exists (select 1 from membership m where m.parcel_id = p.id)
                                     or exists (select 1 from recorded_person r where r.parcel_id = p.id)
        union all select 'diary' where exists (select 1 from article a where a.parcel_id = p.id)
        union all select 'photographs' where exists (select 1 from media m where m.parcel_id = p.id)
        union all select 'objects' where exists (select 1 from parcel_object o where o.parcel_id = p.id)
        union all select 'devices' where exists (select 1 from device_connection d where d.parcel_id = p.id)
        union all select 'tasks' where exists (select 1 from task t where t.parcel_id = p.id or t.to_parcel_id = p.id)
        union all select 'messages' where exists (select 1 from conversation c where c.parcel_id = p.id)
        union all select 'mentions' where exists (select 1 from article_mention n where n.type = 'parcel' and n.subject_id = p.id)
        union all select 'tags' where exists (select 1 from tagging g where g.subject_type = 'parcel' and g.subject_id = p.id)
        union all select 'listing' where p.listing is not null
        union all select 'buildings' where exists (
          select 1 from building b where b.parcel_id = p.id
             and not exists (select 1 from land_import_row r
                              where r.import_id = ${importId}::bigint and r.type = 'building' and r.row_id = b.id))) x
     order by p.id limit ${limit}`;
}

export async function deleteParcel(db: Db, id: string): Promise<void> {
  await db`delete from parcel where id = ${id}`;
}
