import type { Db } from '../../base/db/connect.ts';
import type { Medal } from '../../domain/rules/medals.ts';
import type { ParticipantSide } from '../../domain/rules/messaging.ts';

/**
 * A message once; a review while a report of it waits, and again once its author has changed it since. Lock the reported
 * item, or its conversation, first.
 */
export async function hasReported(
  db: Db,
  reporterId: string,
  thing: { messageId: string | null; reviewId: string | null },
): Promise<boolean> {
  const rows = await db`
    select 1 from task t where t.author_id = ${reporterId}
       and ${
         thing.messageId === null
           ? db`t.review_id = ${thing.reviewId} and (t.status in ('open', 'in_progress')
                  or t.created_at >= (select r.updated_at from review r where r.id = t.review_id))`
           : db`t.message_id = ${thing.messageId}`
       }`;
  return rows.length > 0;
}

/** Who has reported the same and did not take it back. */
export async function listReporterIds(
  db: Db,
  { messageId, reviewId }: { messageId: string | null; reviewId: string | null },
): Promise<string[]> {
  const rows = await db<{ authorId: string }[]>`
    select distinct author_id as "authorId" from task
     where ${messageId === null ? db`review_id = ${reviewId}` : db`message_id = ${messageId}`} and status <> 'cancelled' limit 100`;
  return rows.map(({ authorId }) => authorId);
}

/** Reports of a message that waited for a board. */
export async function passReportsToPlatform(db: Db, messageId: string): Promise<void> {
  await db`
    update task set addressee = 'platform'
     where message_id = ${messageId} and kind = 'report' and addressee = 'board' and status in ('open', 'in_progress')`;
}

/** Conversation and number of a message. */
export async function findMessageLocation(
  db: Db,
  id: string,
): Promise<{ conversationId: string; number: string } | undefined> {
  const [row] = await db<{ conversationId: string; number: string }[]>`
    select conversation_id as "conversationId", number from message where id = ${id}`;
  return row;
}

export async function hideMessage(db: Db, id: string, at: Date): Promise<void> {
  await db`update message set hidden_at = coalesce(hidden_at, ${at}) where id = ${id}`;
}

/** Who closed a report, as its history has it. */
export async function findReportDecider(
  db: Db,
  taskId: string,
): Promise<{ id: string; name: string; at: Date; comment: string } | undefined> {
  const [row] = await db<{ id: string; name: string; at: Date; comment: string }[]>`
    select a.id, a.display_name as name, c.created_at as at, c.comment
      from task_change c join account a on a.id = c.author_id
     where c.task_id = ${taskId} and c.changes ? 'status' order by c.id desc limit 1`;
  return row;
}

/** The reported item as shown to those who decide. */
export interface ReportedThing {
  id: string;
  authorName: string;
  /** Set when the author was addressed by plot number and stays anonymous. */
  plotNumber: string | null;
  body: string | null;
  /** Only for reviews. */
  medal: Medal | null;
  isHidden: boolean;
  createdAt: Date;
  /** Files were sent with it; only of messages. */
  hasMedia: boolean;
}

export async function findReportedThing(
  db: Db,
  report: { messageId: string | null; reviewId: string | null },
): Promise<ReportedThing | undefined> {
  if (report.messageId === null) {
    const [row] = await db<ReportedThing[]>`
      select r.id, a.display_name as "authorName", null as "plotNumber", r.body, r.medal,
             r.moderation_status = 'hidden' as "isHidden", r.created_at as "createdAt", false as "hasMedia"
        from review r join account a on a.id = r.author_id where r.id = ${report.reviewId}`;
    return row;
  }
  const [row] = await db<(ReportedThing & { side: ParticipantSide | null })[]>`
    select m.id, a.display_name as "authorName", p.number as "plotNumber", m.body, null as medal,
           m.hidden_at is not null as "isHidden", m.created_at as "createdAt", s.side,
           exists (select 1 from media f where f.subject_type = 'message' and f.subject_id = m.id) as "hasMedia"
      from message m join account a on a.id = m.author_id join conversation c on c.id = m.conversation_id
      left join parcel p on p.id = c.parcel_id
      left join conversation_member s on s.conversation_id = m.conversation_id and s.account_id = m.author_id
     where m.id = ${report.messageId}`;
  return row && { ...row, plotNumber: row.side === 'plot' ? row.plotNumber : null };
}

export interface MessageAroundRow {
  id: string;
  authorName: string;
  /** Set when the author was addressed by plot number and stays unnamed. */
  plotNumber: string | null;
  isBoard: boolean;
  /** Null: hidden after another report. */
  body: string | null;
  isReported: boolean;
  createdAt: Date;
}

/** A reported message with a few before and after it, oldest first. */
export async function listMessagesAround(db: Db, id: string, each: number): Promise<MessageAroundRow[]> {
  return db<MessageAroundRow[]>`
    select m.id, a.display_name as "authorName", case when w.side = 'plot' then p.number end as "plotNumber",
           coalesce(w.side = 'board', false) as "isBoard",
           case when m.hidden_at is null or m.id = r.id then left(m.body, 5000) end as body, m.id = r.id as "isReported",
           m.created_at as "createdAt"
      from message r join message m on m.conversation_id = r.conversation_id
                                   and m.number between r.number - ${each}::int and r.number + ${each}::int
      join account a on a.id = m.author_id join conversation c on c.id = m.conversation_id
      left join parcel p on p.id = c.parcel_id
      left join conversation_member w on w.conversation_id = m.conversation_id and w.account_id = m.author_id
     where r.id = ${id} order by m.number`;
}
