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
    narrow: (asked: NameQuery) => prefilterPlaces(db, asked),
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
