import type { Db } from '../../base/db/connect.ts';

export const directoryOrders = ['newest', 'rating', 'name'] as const;
export type DirectoryOrder = (typeof directoryOrders)[number];

/** Where a page ended, in any order. */
export interface PageEnd {
  id: string;
  rating: string;
}

/** How `contact c` or `company c` are sorted, and what comes after the end of a page. */
export function inOrder(
  db: Db,
  table: ReturnType<Db>,
  order: DirectoryOrder,
): { by: ReturnType<Db>; after: (end: PageEnd) => ReturnType<Db> } {
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
      // A cursor holds numbers only, so the name is looked up; what was renamed meanwhile counts by its new name.
      return {
        by: db`${name(db`c`)}, c.id`,
        after: ({ id }) =>
          db`(${name(db`c`)}, c.id) > (select ${name(db`e`)}, e.id from ${table} e where e.id = ${id})`,
      };
  }
}
