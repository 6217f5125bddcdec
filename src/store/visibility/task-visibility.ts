import type { Db } from '../../base/db/connect.ts';
import { takesPart } from './task-parts.ts';
import { isSeen, type Reader } from './visibility.ts';

/**
 * Condition on `task t`, the same as `maySeeTask` in rules/task-states.ts: whoever takes part sees it, whatever its
 * visibility. The board sees a private one only when it was addressed to the board: a reminder to oneself is nobody else's.
 */
export function seesTask(db: Db, reader: Reader) {
  const { accountId } = reader;
  const isShown = db`(${isSeen(db, db`t.visibility`, reader)} and (t.visibility <> 'private' or t.addressee = 'board'))`;
  if (accountId === null) return isShown;
  // Who is reported sees no report, wherever they sit.
  const isForReader = reader.isModerator === true ? db`(${isShown} or t.addressee = 'platform')` : isShown;
  return db`((${isForReader} and t.reported_id is distinct from ${accountId}) or ${takesPart(db, accountId)})`;
}
