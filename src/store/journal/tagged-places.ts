import type { Db } from '../../base/db/connect.ts';
import type { ObjectGeometry } from '../../domain/rules/parcel-objects.ts';
import type { TaggedType } from './tags.ts';

export interface TaggedPlace {
  id: string;
  parcelId: string;
  plotNumber: string;
  /** Only for objects placed on the plan. */
  geometry: ObjectGeometry | null;
}

/** Plots of tagged items in this settlement. The caller has checked that the reader may see the items. */
export async function listTaggedPlaces(
  db: Db,
  settlementId: string,
  things: readonly { type: TaggedType; id: string }[],
): Promise<Map<string, TaggedPlace>> {
  if (things.length === 0) return new Map();
  const rows = await db<TaggedPlace[]>`
    select thing.id, p.id as "parcelId", p.number as "plotNumber", o.geometry
      from unnest(${things.map(({ type }) => type)}::text[], ${things.map(({ id }) => id)}::bigint[]) thing (type, id)
      left join parcel_object o on thing.type = 'parcel_object' and o.id = thing.id
      join parcel p on p.settlement_id = ${settlementId} and p.id =
        case thing.type
          when 'parcel' then thing.id
          when 'parcel_object' then o.parcel_id
          when 'article' then (select a.parcel_id from article a where a.id = thing.id)
          when 'media' then (select m.parcel_id from media m where m.id = thing.id)
          when 'task' then (select t.parcel_id from task t where t.id = thing.id)
        end`;
  return new Map(rows.map((row) => [row.id, row]));
}
