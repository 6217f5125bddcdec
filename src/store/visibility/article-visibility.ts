import type { Db } from '../../base/db/connect.ts';
import { equalsAccount, isVisibleTo, type Reader } from './visibility.ts';

/** Condition on `article a`. */
export function seesArticle(db: Db, reader: Reader) {
  return db`((a.kind = 'diary' and ${equalsAccount(db, db`a.author_id`, reader.accountId)}) or ${reader.settlementRole.isEditor}
             or (a.status = 'published' and ${isVisibleTo(db, db`a.visibility`, reader)}))`;
}
