import type { Db } from '../../base/db/connect.ts';
import { dangerousReasons } from '../../domain/rules/waiting-order.ts';

/** Condition on `task t`: a report that is decided before everything else. */
export const isDangerousReport = (db: Db) =>
  db`coalesce(t.report_reason = any(${dangerousReasons as string[]}::text[]), false)`;
