import type { Db } from '../../db/connect.ts';
import { escapeLike } from '../directory/name-search.ts';

export interface PlaceRow {
  id: string;
  parentId: string | null;
  kind: string;
  name: string;
}

export async function listPlaces(
  db: Db,
  filter: { parent?: string | undefined; q?: string | undefined; after?: string | undefined },
  limit: number,
): Promise<PlaceRow[]> {
  const { parent, q, after } = filter;
  return db<PlaceRow[]>`
    select id, parent_id as "parentId", kind, name from place
     where true
       ${parent !== undefined ? db`and parent_id = ${parent}` : q === undefined ? db`and parent_id is null` : db``}
       ${q === undefined ? db`` : db`and lower(name) like ${`%${escapeLike(q.toLowerCase())}%`}`}
       ${after === undefined ? db`` : db`and id > ${after}`}
     order by id limit ${limit}`;
}

/** The place and everything it lies in, from the country down. */
export async function listPlacePath(db: Db, placeId: string): Promise<PlaceRow[]> {
  return db<PlaceRow[]>`
    select p.id, p.parent_id as "parentId", p.kind, p.name
      from place own join lateral unnest(own.path) with ordinality as step (id, position) on true
      join place p on p.id = step.id
     where own.id = ${placeId} order by step.position`;
}
