import type { Db } from '../../base/db/connect.ts';
import { isPartyToReport, takesPart } from './task-participation.ts';
import { isVisibleTo, type Reader } from './visibility.ts';

/**
 * Condition on `task t`, equal to `maySeeTask` in rules/task-states.ts: participants see it whatever its visibility;
 * the board sees private tasks only when addressed to it.
 */
export function seesTask(db: Db, reader: Reader) {
  const { accountId } = reader;
  const isShown = db`(${isVisibleTo(db, db`t.visibility`, reader)} and (t.visibility <> 'private' or t.addressee = 'board'))`;
  if (accountId === null) return isShown;
  const isForReader = reader.isModerator === true ? db`(${isShown} or t.addressee = 'platform')` : isShown;
  // The reported account never sees the report, whatever its roles; nor does whoever else it concerns.
  return db`((${isForReader} and t.reported_id is distinct from ${accountId} and not ${isPartyToReport(db, accountId)}) or ${takesPart(db, accountId)})`;
}
