import type { Db } from '../../base/db/connect.ts';
import { equalsAccount, isVisibleTo, type Reader } from './visibility.ts';

/** Condition on `article a`. */
export function seesArticle(db: Db, reader: Reader) {
  const { isEditor, readsAsBoard } = reader.settlementRole;
  return db`((a.kind = 'diary' and ${equalsAccount(db, db`a.author_id`, reader.accountId)}) or ${isEditor}
             or (${readsAsBoard} and a.visibility <> 'private')
             or (a.status = 'published' and ${isVisibleTo(db, db`a.visibility`, reader)}))`;
}
