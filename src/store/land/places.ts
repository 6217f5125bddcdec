import type { Db } from '../../base/db/connect.ts';
import type { NameQuery } from '../../engines/search/name-match.ts';
import { type Condition, searchByName } from '../search/name-search.ts';
import { prefilterPlaces } from './place-words.ts';

export interface PlaceRow {
  id: string;
  parentId: string | null;
  kind: string;
  name: string;
}

export interface PlaceFilter {
  parent?: string | undefined;
  q?: string | undefined;
  after?: string | undefined;
}

/** Ordered by id. */
export async function listPlaces(db: Db, filter: PlaceFilter, limit: number): Promise<PlaceRow[]> {
  const { q, after } = filter;
  if (!q) return listWhere(db, filter, db`true`, limit);
  const long = {
    gather: (condition: Condition) => db`p.id = any(array(select p.id from place p where ${condition}))`,
    narrow: (query: NameQuery) => prefilterPlaces(db, query),
  };
  // Children of one place are few enough to scan.
  const columns = {
    text: db`p.name`,
    words: db`p.name_words`,
    ...(filter.parent === undefined && { long }),
  };
  return searchByName(db, q, columns, after !== undefined, (condition, page) =>
    page === 'this'
      ? listWhere(db, filter, condition, limit)
      : listWhere(db, { ...filter, after: undefined }, condition, 1),
  );
}

function listWhere(db: Db, { parent, q, after }: PlaceFilter, condition: Condition, limit: number) {
  return db<PlaceRow[]>`
    select p.id, p.parent_id as "parentId", p.kind, p.name from place p
     where ${condition}
       ${parent !== undefined ? db`and p.parent_id = ${parent}` : q === undefined ? db`and p.parent_id is null` : db``}
       ${after === undefined ? db`` : db`and p.id > ${after}`}
     order by p.id limit ${limit}`;
}

export async function isKnownPlace(db: Db, id: string): Promise<boolean> {
  return (await db`select 1 from place where id = ${id}`).length > 0;
}

export interface NewPlace {
  id: string;
  parentId: string | null;
  kind: 'country' | 'region' | 'district' | 'locality';
  name: string;
}

export async function insertPlace(db: Db, place: NewPlace): Promise<void> {
  await db`
    insert into place (id, parent_id, kind, name, path)
    select ${place.id}, ${place.parentId}, ${place.kind}, ${place.name},
           coalesce((select path from place where id = ${place.parentId}), '{}') || ${place.id}::bigint`;
}

/** Finds the place by name in its parent, or inserts it. Concurrent inserts result in one row. */
export async function findOrInsertPlace(db: Db, place: NewPlace): Promise<string> {
  const find = () => db<{ id: string }[]>`
    select id from place
     where parent_id is not distinct from ${place.parentId} and lower(name) = lower(${place.name})
     order by name = ${place.name} desc, id limit 1`;
  const [known] = await find();
  if (known !== undefined) return known.id;
  const inserted = await db`
    insert into place (id, parent_id, kind, name, path)
    select ${place.id}, ${place.parentId}, ${place.kind}, ${place.name},
           coalesce((select path from place where id = ${place.parentId}), '{}') || ${place.id}::bigint
    on conflict (coalesce(parent_id, 0), name) do nothing returning 1`;
  return inserted.length > 0 ? place.id : ((await find())[0]?.id ?? place.id);
}

/** Kinds of places by depth. */
const placeLevels = ['country', 'region', 'district', 'locality'] as const;
export const maxPlaceDepth = placeLevels.length;

/** Finds or inserts the path of places from the country down; returns the last one. */
export async function findOrInsertPlacePath(
  db: Db,
  names: readonly string[],
  newId: () => string,
): Promise<string> {
  let placeId: string | null = null;
  for (const [depth, name] of names.entries()) {
    const kind = placeLevels[depth] as (typeof placeLevels)[number];
    placeId = await findOrInsertPlace(db, { id: newId(), parentId: placeId, kind, name });
  }
  return placeId as string;
}

/** Existing region names, as suggestions. */
export async function listRegionNames(db: Db): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    select distinct name from place where kind = 'region' order by name limit 200`;
  return rows.map(({ name }) => name);
}
