import type { Db } from '../../base/db/connect.ts';

export interface PlatformReportRow {
  id: string;
  title: string;
  /** Full name. */
  author: string;
  createdAt: Date;
}

/** Open reports for moderators, oldest first; neither the reporter nor the reported account may decide. */
export async function listPlatformReports(
  db: Db,
  accountId: string,
  after: string | undefined,
  limit: number,
): Promise<PlatformReportRow[]> {
  return db<PlatformReportRow[]>`
    select t.id, t.title, a.display_name as author, t.created_at as "createdAt"
      from task t join account a on a.id = t.author_id
     where t.addressee = 'platform' and t.kind = 'report' and t.status in ('open', 'in_progress')
       and t.author_id <> ${accountId} and t.reported_id <> ${accountId}
       ${after === undefined ? db`` : db`and t.id > ${after}`}
     order by t.id limit ${limit}`;
}
