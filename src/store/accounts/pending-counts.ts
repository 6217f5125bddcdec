import type { Db } from '../../base/db/connect.ts';
import { isCompanyWaiting } from '../directory/waiting-companies.ts';
import { waitsForSecond } from '../land/board-motions.ts';
import { isCurrentMember } from '../messaging/conversations.ts';
import { isAboutVerdict } from '../tasks/platform-reports.ts';
import { isPartyToReport } from '../visibility/task-participation.ts';

/** Counts of pending items for the navigation. */
export interface PendingCountsRow {
  notifications: number;
  conversations: number;
  /** Unread, in all conversations together. */
  messages: number;
  boards: {
    settlement: string;
    claims: number;
    corrections: number;
    requests: number;
    reports: number;
    motions: number;
  }[];
  companies: { company: string; requests: number }[];
  /** Null unless the account is a moderator. */
  texts: number | null;
  verdicts: number | null;
  /** Requests to register a settlement. */
  villages: number | null;
  /** Not checked, or somebody asks to speak for them. */
  new_companies: number | null;
  /** To the platform, about anything but a verdict. */
  reports: number | null;
}

/** A part of `findProfile`, with the columns of PendingCountsRow. */
export function pendingCounts(db: Db, accountId: string, isModerator: boolean) {
  const isOpen = db`t.status in ('open', 'in_progress')`;
  // Neither the reporter nor the reported account may decide on a report.
  const mayDecide = db`t.author_id <> ${accountId} and t.reported_id <> ${accountId} and not ${isPartyToReport(db, accountId)}`;
  const toBoard = (kind: string) =>
    db`select count(*) from task t
        where t.settlement_id = e.settlement_id and t.addressee = 'board' and t.kind = ${kind} and ${isOpen}`;
  return db`
    select coalesce((select unread from notification_counter where account_id = ${accountId}), 0) as notifications,
           unread.conversations, unread.messages,
           coalesce((
             select json_agg(json_build_object(
                      'settlement', e.settlement_id::text,
                      'claims', (select count(*) from parcel p join membership m on m.parcel_id = p.id
                                  where p.settlement_id = e.settlement_id and m.state = 'claimed'),
                      'corrections', (select count(*) from change_proposal
                                       where settlement_id = e.settlement_id and status = 'pending'),
                      'requests', (${toBoard('request')}),
                      'reports', (${toBoard('report')} and ${mayDecide}),
                      'motions', (select count(*) from board_motion m
                                   where m.settlement_id = e.settlement_id and ${waitsForSecond(db, accountId)})))
               from settlement_role e where e.account_id = ${accountId} and e.role = 'editor'), '[]') as boards,
           coalesce((
             select json_agg(json_build_object(
                      'company', r.company_id::text,
                      'requests', (select count(*) from task t where t.company_id = r.company_id and ${isOpen})))
               from company_representative r
              where r.account_id = ${accountId} and r.state = 'confirmed'), '[]') as companies,
           ${isModerator ? db`(select count(*)::integer from knowledge_revision where state = 'waiting')` : db`null::integer`} as texts,
           ${
             isModerator
               ? db`(select count(*)::integer from task t
                      where t.addressee = 'platform' and t.kind = 'report' and ${isAboutVerdict(db)} and ${isOpen} and ${mayDecide})`
               : db`null::integer`
           } as verdicts,
           ${isModerator ? db`(select count(*)::integer from settlement_request where state = 'waiting')` : db`null::integer`} as villages,
           ${isModerator ? db`(select count(*)::integer from company c where ${isCompanyWaiting(db)})` : db`null::integer`} as new_companies,
           ${
             isModerator
               ? db`(select count(*)::integer from task t
                      where t.addressee = 'platform' and t.kind = 'report' and not ${isAboutVerdict(db)} and ${isOpen} and ${mayDecide})`
               : db`null::integer`
           } as reports
      from (select count(*)::integer as conversations, coalesce(sum(c.last_number - m.read_number), 0)::integer as messages
              from conversation_member m join conversation c on c.id = m.conversation_id
             where m.account_id = ${accountId} and m.last_message_id > 0 and c.last_number > m.read_number
               and ${isCurrentMember(db)}) unread`;
}
