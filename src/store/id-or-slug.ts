import type { Db } from '../base/db/connect.ts';
import { isId } from '../domain/kernel/identifier.ts';

/** Condition that matches a row by id or slug; `alias` is the table alias, such as `a` of `article a`. */
export function matchesIdOrSlug(db: Db, alias: 'a' | 'c' | 's', reference: string) {
  const [id, slug] = columns(db, alias);
  return isId(reference) ? db`(${id} = ${reference} or ${slug} = ${reference})` : db`${slug} = ${reference}`;
}

function columns(db: Db, alias: 'a' | 'c' | 's') {
  if (alias === 'a') return [db`a.id`, db`a.slug`] as const;
  return alias === 'c' ? ([db`c.id`, db`c.slug`] as const) : ([db`s.id`, db`s.slug`] as const);
}
