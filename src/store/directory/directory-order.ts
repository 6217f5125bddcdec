import type { Db } from '../../base/db/connect.ts';

export const directoryOrders = ['newest', 'rating', 'name'] as const;
export type DirectoryOrder = (typeof directoryOrders)[number];

/** Sort key of the last row of a page, for any order. */
export interface PageCursor {
  id: string;
  rating: string;
}

/** Order by clause and keyset condition for `contact c` or `company c`. */
export function buildOrderClauses(
  db: Db,
  table: ReturnType<Db>,
  order: DirectoryOrder,
): { by: ReturnType<Db>; after: (end: PageCursor) => ReturnType<Db> } {
  const name = (of: ReturnType<Db>) => db`replace(lower(${of}.name), 'ё', 'е') collate "C"`;
  switch (order) {
    case 'newest':
      return { by: db`c.id desc`, after: ({ id }) => db`c.id < ${id}` };
    case 'rating':
      return {
        by: db`c.rating desc, c.id desc`,
        after: ({ id, rating }) => db`(c.rating, c.id) < (${rating}, ${id})`,
      };
    case 'name':
      // Cursors hold numbers only, so the name of the last row is looked up; a renamed row counts by its new name.
      return {
        by: db`${name(db`c`)}, c.id`,
        after: ({ id }) =>
          db`(${name(db`c`)}, c.id) > (select ${name(db`e`)}, e.id from ${table} e where e.id = ${id})`,
      };
  }
}
