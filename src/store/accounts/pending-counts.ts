import type { Db } from '../../base/db/connect.ts';
import { isCurrentMember } from '../messaging/conversations.ts';

/** Counts of pending items for the navigation, in one statement because every page needs them. */
export interface PendingCountsRow {
  notifications: number;
  conversations: number;
  boards: { settlement: string; claims: number; corrections: number; requests: number; reports: number }[];
  companies: { company: string; requests: number }[];
  /** Null unless the account is a moderator. */
  texts: number | null;
  verdicts: number | null;
  /** Requests to register a settlement. */
  villages: number | null;
}

export async function countPending(
  db: Db,
  accountId: string,
  isModerator: boolean,
): Promise<PendingCountsRow> {
  const isOpen = db`t.status in ('open', 'in_progress')`;
  // Neither the reporter nor the reported account may decide on a report.
  const mayDecide = db`t.author_id <> ${accountId} and t.reported_id <> ${accountId}`;
  const toBoard = (kind: string) =>
    db`select count(*) from task t
        where t.settlement_id = e.settlement_id and t.addressee = 'board' and t.kind = ${kind} and ${isOpen}`;
  const [row] = await db<[PendingCountsRow]>`
    select coalesce((select unread from notification_counter where account_id = ${accountId}), 0) as notifications,
           (select count(*)::integer from conversation_member m join conversation c on c.id = m.conversation_id
             where m.account_id = ${accountId} and m.last_message_id > 0 and c.last_number > m.read_number
               and ${isCurrentMember(db)}) as conversations,
           coalesce((
             select json_agg(json_build_object(
                      'settlement', e.settlement_id::text,
                      'claims', (select count(*) from parcel p join membership m on m.parcel_id = p.id
                                  where p.settlement_id = e.settlement_id and m.state = 'claimed'),
                      'corrections', (select count(*) from change_proposal
                                       where settlement_id = e.settlement_id and status = 'pending'),
                      'requests', (${toBoard('request')}),
                      'reports', (${toBoard('report')} and ${mayDecide})))
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
                      where t.addressee = 'platform' and t.review_id is not null and ${isOpen} and ${mayDecide})`
               : db`null::integer`
           } as verdicts,
           ${isModerator ? db`(select count(*)::integer from settlement_request where state = 'waiting')` : db`null::integer`} as villages`;
  return row;
}
