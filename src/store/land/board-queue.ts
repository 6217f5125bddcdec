import type { Db } from '../../base/db/connect.ts';
import type { BoardQueueKind } from '../../domain/rules/board.ts';
import type { MotionKind } from '../../domain/rules/board-motions.ts';
import type { ResidentRole } from '../../domain/rules/residency.ts';
import { dangerousReasons, type ReportReason, rankWaiting } from '../../domain/rules/waiting-order.ts';
import { isDangerousReport } from '../tasks/report-danger.ts';
import { isPartyToReport } from '../visibility/task-participation.ts';
import { waitsForSecond } from './board-motions.ts';

/** An item of any kind that awaits a decision of the board. */
export interface BoardQueueRow {
  kind: BoardQueueKind;
  id: string;
  /** Plot number of a claim, name of the record to correct, or title of the request or report; empty of a motion. */
  title: string;
  /** Full name. */
  author: string;
  /** Only for claims. */
  role: ResidentRole | null;
  /** Only for claims: whether the plot has a confirmed owner, and whether somebody else claims to own it. */
  hasOwner: boolean | null;
  hasRival: boolean | null;
  /** Only for reports. */
  reason: ReportReason | null;
  /** Only for motions. */
  motion: MotionKind | null;
  since: Date;
}

export interface BoardQueueFilter {
  kind?: BoardQueueKind | undefined;
  /** Sort key of the last row of the previous page. */
  after?: QueuePosition | undefined;
}

export interface QueuePosition {
  rank: number;
  since: Date;
  id: string;
}

/**
 * Pending items of the board, in the order of rankWaiting. Reads only one page per kind, so the cost does not grow with
 * the queue. Excludes reports that the account wrote or is the subject of.
 */
export async function listBoardQueue(
  db: Db,
  settlementId: string,
  accountId: string,
  { kind, after }: BoardQueueFilter,
  limit: number,
): Promise<BoardQueueRow[]> {
  const page = (rank: number, created: ReturnType<Db>, id: ReturnType<Db>) => db`
    ${
      after === undefined || rank > after.rank
        ? db``
        : rank < after.rank
          ? db`and false`
          : db`and (${created}, ${id}) > (${after.since}, ${after.id}::bigint)`
    }
    order by ${created}, ${id} limit ${limit}`;
  const tasks = (of: 'request' | 'report', rank: number, which: ReturnType<Db>) => db`
    (select ${of}::text as kind, t.id, t.title, a.display_name as author, null::text as role,
            null::boolean as "hasOwner", null::boolean as "hasRival", t.report_reason as reason, null::text as motion, t.created_at as since,
            ${rank}::int as rank
       from task t join account a on a.id = t.author_id
      where t.settlement_id = ${settlementId} and t.addressee = 'board' and t.kind = ${of}
        and t.status in ('open', 'in_progress') ${which}
        ${page(rank, db`t.created_at`, db`t.id`)})`;
  const reports = (rank: number, which: ReturnType<Db>) =>
    tasks(
      'report',
      rank,
      db`and t.author_id <> ${accountId} and t.reported_id <> ${accountId} and not ${isPartyToReport(db, accountId)} and ${which}`,
    );
  const [claimRank, correctionRank] = [rankWaiting({ kind: 'claim' }), rankWaiting({ kind: 'correction' })];
  const motionRank = rankWaiting({ kind: 'motion' });
  const branches: Record<BoardQueueKind, readonly ReturnType<Db>[]> = {
    motion: [
      db`
      (select 'motion'::text as kind, m.id, ''::text as title, a.display_name as author, null::text as role,
              null::boolean as "hasOwner", null::boolean as "hasRival", null::text as reason, m.kind as motion,
              m.proposed_at as since, ${motionRank}::int as rank
         from board_motion m join account a on a.id = m.proposed_by
        where m.settlement_id = ${settlementId} and ${waitsForSecond(db, accountId)}
        ${page(motionRank, db`m.proposed_at`, db`m.id`)})`,
    ],
    claim: [
      db`
      (select 'claim'::text as kind, m.id, p.number as title, a.display_name as author, m.role,
              exists (select 1 from membership o where o.parcel_id = p.id and o.state = 'confirmed' and o.role = 'owner') as "hasOwner",
              exists (select 1 from membership o where o.parcel_id = p.id and o.state = 'claimed' and o.role = 'owner' and o.id <> m.id) as "hasRival",
              null::text as reason, null::text as motion, m.created_at as since, ${claimRank}::int as rank
         from parcel p join membership m on m.parcel_id = p.id join account a on a.id = m.account_id
        where p.settlement_id = ${settlementId} and m.state = 'claimed' ${page(claimRank, db`m.created_at`, db`m.id`)})`,
    ],
    correction: [
      db`
      (select 'correction'::text as kind, c.id, coalesce(k.name, f.name, c.proposed->>'name', '') as title,
              a.display_name as author, null::text as role, null::boolean as "hasOwner", null::boolean as "hasRival",
              null::text as reason, null::text as motion, c.created_at as since, ${correctionRank}::int as rank
         from change_proposal c join account a on a.id = c.author_id
         left join contact k on c.subject_type = 'contact' and k.id = c.subject_id
         left join company f on c.subject_type = 'company' and f.id = c.subject_id
        where c.settlement_id = ${settlementId} and c.status = 'pending' ${page(correctionRank, db`c.created_at`, db`c.id`)})`,
    ],
    request: [tasks('request', rankWaiting({ kind: 'request' }), db``)],
    report: [
      reports(rankWaiting({ kind: 'report', reason: dangerousReasons[0] ?? null }), isDangerousReport(db)),
      reports(rankWaiting({ kind: 'report' }), db`not ${isDangerousReport(db)}`),
    ],
  };
  const wanted = kind === undefined ? Object.values(branches).flat() : branches[kind];
  const all = wanted.reduce((some, branch) => db`${some} union all ${branch}`);
  return db<BoardQueueRow[]>`
    select q.kind, q.id, q.title, q.author, q.role, q."hasOwner", q."hasRival", q.reason, q.motion, q.since
      from (${all}) q order by q.rank, q.since, q.id limit ${limit}`;
}

/** Place of the item in the queue; undefined when there is none. */
export async function findQueuePosition(
  db: Db,
  kind: BoardQueueKind,
  id: string,
): Promise<QueuePosition | undefined> {
  const table = {
    claim: 'membership',
    correction: 'change_proposal',
    request: 'task',
    report: 'task',
    motion: 'board_motion',
  }[kind];
  const reason = kind === 'report' ? db`report_reason` : db`null::text`;
  const [row] = await db<{ since: Date; reason: ReportReason | null }[]>`
    select ${kind === 'motion' ? db`proposed_at` : db`created_at`} as since, ${reason} as reason from ${db(table)} where id = ${id}`;
  return row && { rank: rankWaiting({ kind, reason: row.reason }), since: row.since, id };
}
