import type { Db } from '../../base/db/connect.ts';

/** From here to the end of the transaction every change of plots and buildings is noted as made by the import. */
export async function noteLandChanges(db: Db, importId: string): Promise<void> {
  await db<{ noted: string }[]>`select set_config('settlements.land_import', ${importId}, true) as noted`;
}

type LandTable = 'parcel' | 'building';

/** A row that is not as the import left it; `file`: of the later import that changed it. */
export interface ChangedSince {
  type: LandTable;
  name: string;
  file: string | null;
  isGone: boolean;
}

/** Locks what the import wrote, plots before buildings. */
export async function lockImportedLand(db: Db, importId: string): Promise<void> {
  for (const type of ['parcel', 'building'] as const)
    await db`
      select 1 from ${db(type)} where id in (select row_id from land_import_row where import_id = ${importId} and type = ${type})
       order by id for update`;
}

/** At most `limit` rows that were changed or removed after the import. */
export async function listChangedSince(db: Db, importId: string, limit: number): Promise<ChangedSince[]> {
  const changed = (type: LandTable) => db<ChangedSince[]>`
    select ${type}::text as type,
           coalesce(${type === 'parcel' ? db`p.number, r.after->>'number'` : db`p.cadastral_number, r.after->>'cadastral_number'`}, '') as name,
           (select i.file_name from land_import_row l join land_import i on i.id = l.import_id
             where l.type = ${type} and l.row_id = r.row_id and l.import_id > r.import_id and i.state = 'applied'
             order by l.import_id desc limit 1) as file,
           p.id is null as "isGone"
      from land_import_row r left join ${db(type)} p on p.id = r.row_id
     where r.import_id = ${importId} and r.type = ${type}
       and (p.id is null or to_jsonb(p) <> to_jsonb(jsonb_populate_record(null::${db(type)}, r.after)))
     order by r.row_id limit ${limit}`;
  return [...(await changed('parcel')), ...(await changed('building'))].slice(0, limit);
}

/** Numbers that a plot would get back but another plot has meanwhile. */
export async function listTakenNumbers(db: Db, importId: string): Promise<string[]> {
  const rows = await db<{ number: string }[]>`
    select p.number from land_import_row r
      join parcel p on p.settlement_id = (r.before->>'settlement_id')::bigint and p.number_key = r.before->>'number_key'
     where r.import_id = ${importId} and r.type = 'parcel' and p.id <> r.row_id
       and not exists (select 1 from land_import_row o
                        where o.import_id = r.import_id and o.type = 'parcel' and o.row_id = p.id)
     order by p.number`;
  return rows.map(({ number }) => number);
}

/** The plots that the import added. */
export async function listAddedParcels(db: Db, importId: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select row_id as id from land_import_row
     where import_id = ${importId} and type = 'parcel' and before is null order by row_id`;
  return rows.map(({ id }) => id);
}

/** Puts every row back as it was and removes what the import added. The caller has locked and checked them. */
export async function restoreLand(
  db: Db,
  importId: string,
  { newIds, now }: { newIds: readonly string[]; now: Date },
): Promise<void> {
  await db`set constraints parcel_number_once deferred`;
  await db`
    insert into parcel_change (id, parcel_id, before, source, changed_at)
    select n.id, p.id,
           jsonb_build_object('number', p.number, 'address', p.address, 'area_m2', p.area_m2, 'geometry', p.geometry,
                              'settlement_id', p.settlement_id::text),
           'import taken back', ${now}
      from (select row_id, row_number() over (order by row_id) as place from land_import_row
             where import_id = ${importId} and type = 'parcel' and before is not null) r
      join parcel p on p.id = r.row_id
      join unnest(${[...newIds]}::bigint[]) with ordinality n (id, place) on n.place = r.place`;
  for (const type of ['building', 'parcel'] as const) {
    const [{ columns = [] } = {}] = await db<{ columns: string[] }[]>`
      select array(select a.attname::text from pg_attribute a
                    where a.attrelid = ${type}::text::regclass and a.attnum > 0 and not a.attisdropped
                      and a.attgenerated = '' order by a.attnum) as columns`;
    await db`
      update ${db(type)} t set (${db(columns)}) = (
        select ${db(columns)} from jsonb_populate_record(null::${db(type)}, r.before))
        from land_import_row r
       where r.import_id = ${importId} and r.type = ${type} and r.row_id = t.id and r.before is not null`;
    await db`
      delete from ${db(type)} t using land_import_row r
       where r.import_id = ${importId} and r.type = ${type} and r.row_id = t.id and r.before is null`;
  }
  await db`update land_import set state = 'taken_back' where id = ${importId}`;
}

export async function countChangedParcels(db: Db, importId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from land_import_row
     where import_id = ${importId} and type = 'parcel' and before is not null`;
  return row?.count ?? 0;
}
