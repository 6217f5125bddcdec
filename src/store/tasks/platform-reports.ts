import type { Db } from '../../base/db/connect.ts';
import type { ReportReason } from '../../domain/rules/waiting-order.ts';
import { isPartyToReport } from '../visibility/task-participation.ts';
import { isDangerousReport } from './report-danger.ts';

export interface PlatformReportRow {
  id: string;
  title: string;
  /** Full name. */
  author: string;
  reason: ReportReason | null;
  createdAt: Date;
}

/** Condition on `task t`: reported verdicts are counted and listed apart. */
export const isAboutVerdict = (db: Db) => db`(t.review_id is not null)`;

/** Open reports for moderators, danger first, then the oldest; neither the reporter nor the reported account may decide. */
export async function listPlatformReports(
  db: Db,
  accountId: string,
  about: 'verdicts' | 'others' | 'all',
  after: string | undefined,
  limit: number,
): Promise<PlatformReportRow[]> {
  return db<PlatformReportRow[]>`
    select t.id, t.title, a.display_name as author, t.report_reason as reason, t.created_at as "createdAt"
      from task t join account a on a.id = t.author_id
     where t.addressee = 'platform' and t.kind = 'report' and t.status in ('open', 'in_progress')
       and t.author_id <> ${accountId} and t.reported_id <> ${accountId} and not ${isPartyToReport(db, accountId)}
       ${about === 'all' ? db`` : about === 'verdicts' ? db`and ${isAboutVerdict(db)}` : db`and not ${isAboutVerdict(db)}`}
       ${after === undefined ? db`` : db`and (not ${isDangerousReport(db)}, t.id) > (select not ${isDangerousReport(db)}, t.id from task t where t.id = ${after})`}
     order by ${isDangerousReport(db)} desc, t.id limit ${limit}`;
}
