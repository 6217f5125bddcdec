import type { Db } from '../../base/db/connect.ts';
import type { ReportReason } from '../../domain/rules/waiting-order.ts';
import { isCompanyWaiting } from '../directory/waiting-companies.ts';
import { waitsForSecond } from '../land/board-motions.ts';
import { isCurrentMember } from '../messaging/conversations.ts';
import { isDangerousReport } from '../tasks/report-danger.ts';
import { isPartyToReport } from '../visibility/task-participation.ts';

export const pendingKinds = [
  'claim',
  'proposal',
  'request',
  'report',
  'motion',
  'company_task',
  'text',
  'village',
  'company',
  'conversation',
] as const;
export type PendingKind = (typeof pendingKinds)[number];

export interface PendingItemRow {
  kind: PendingKind;
  id: string;
  /** Plot number of a claim, name of the record of a proposal, title of anything else; empty for a conversation and a motion. */
  title: string;
  /** Of what belongs to a board. */
  settlementId: string | null;
  settlementSlug: string | null;
  companyId: string | null;
  /** Of a report. */
  reason: ReportReason | null;
  since: Date;
}

/** What `pendingCounts` counts, beside notifications: longest waiting first, at most `limit` of each kind, danger among them. */
export async function listPendingItems(
  db: Db,
  accountId: string,
  isModerator: boolean,
  limit: number,
): Promise<PendingItemRow[]> {
  const isOpen = db`t.status in ('open', 'in_progress')`;
  const mayDecide = db`t.author_id <> ${accountId} and t.reported_id <> ${accountId} and not ${isPartyToReport(db, accountId)}`;
  const boards = db`settlement_role e join settlement s on s.id = e.settlement_id`;
  const onBoard = db`e.account_id = ${accountId} and e.role = 'editor'`;
  const ofBoard = db`s.id as "settlementId", s.slug as "settlementSlug", null::bigint as "companyId"`;
  const ofNone = db`null::bigint as "settlementId", null::text as "settlementSlug", null::bigint as "companyId"`;
  const toBoard = (kind: 'request' | 'report') => db`
    (select ${kind}::text as kind, t.id, t.title, ${ofBoard}, t.report_reason as reason, t.created_at as since
       from ${boards} join task t on t.settlement_id = s.id and t.addressee = 'board' and t.kind = ${kind}
      where ${onBoard} and ${isOpen} ${kind === 'report' ? db`and ${mayDecide}` : db``}
      order by ${isDangerousReport(db)} desc, t.id limit ${limit})`;
  const forModerators = db`
    union all
    (select 'text'::text, r.id, r.title, ${ofNone}, null::text, r.created_at from knowledge_revision r
      where r.state = 'waiting' order by r.id limit ${limit})
    union all
    (select 'report'::text, t.id, t.title, ${ofNone}, t.report_reason, t.created_at from task t
      where t.addressee = 'platform' and t.kind = 'report' and ${isOpen} and ${mayDecide}
      order by ${isDangerousReport(db)} desc, t.id limit ${limit})
    union all
    (select 'village'::text, q.id, q.name, ${ofNone}, null::text, q.created_at from settlement_request q
      where q.state = 'waiting' order by q.id limit ${limit})
    union all
    (select 'company'::text, c.id, c.name, null::bigint, null::text, c.id, null::text, c.created_at from company c
      where ${isCompanyWaiting(db)} order by c.id limit ${limit})`;
  return db<PendingItemRow[]>`
    select i.kind, i.id, i.title, i."settlementId", i."settlementSlug", i."companyId", i.reason, i.since from (
      (select 'claim'::text as kind, m.id, p.number as title, ${ofBoard}, null::text as reason, m.created_at as since
         from ${boards} join parcel p on p.settlement_id = s.id join membership m on m.parcel_id = p.id
        where ${onBoard} and m.state = 'claimed' order by m.id limit ${limit})
      union all
      (select 'proposal'::text, c.id, coalesce(k.name, f.name, c.proposed->>'name', ''), ${ofBoard}, null::text, c.created_at
         from ${boards} join change_proposal c on c.settlement_id = s.id and c.status = 'pending'
         left join contact k on c.subject_type = 'contact' and k.id = c.subject_id
         left join company f on c.subject_type = 'company' and f.id = c.subject_id
        where ${onBoard} order by c.id limit ${limit})
      union all
      (select 'motion'::text, m.id, ''::text, ${ofBoard}, null::text, m.proposed_at
         from ${boards} join board_motion m on m.settlement_id = s.id and ${waitsForSecond(db, accountId)}
        where ${onBoard} order by m.id limit ${limit})
      union all ${toBoard('request')}
      union all ${toBoard('report')}
      union all
      (select 'company_task'::text, t.id, t.title, null::bigint, null::text, r.company_id, null::text, t.created_at
         from company_representative r join task t on t.company_id = r.company_id
        where r.account_id = ${accountId} and r.state = 'confirmed' and ${isOpen} order by t.id limit ${limit})
      union all
      (select 'conversation'::text, c.id, ''::text, ${ofNone}, null::text, c.created_at
         from conversation_member m join conversation c on c.id = m.conversation_id
        where m.account_id = ${accountId} and m.last_message_id > 0 and c.last_number > m.read_number
          and ${isCurrentMember(db)} order by c.id limit ${limit})
      ${isModerator ? forModerators : db``}) i
     order by i.since, i.id`;
}
