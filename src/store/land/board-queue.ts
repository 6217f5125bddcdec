import type { Db } from '../../base/db/connect.ts';
import type { BoardQueueKind } from '../../domain/rules/board.ts';
import type { ResidentRole } from '../../domain/rules/residency.ts';

/** An item of any kind that awaits a decision of the board. */
export interface BoardQueueRow {
  kind: BoardQueueKind;
  id: string;
  /** Plot number of a claim, name of the record to correct, or title of the request or report. */
  title: string;
  /** Full name. */
  author: string;
  /** Only for claims. */
  role: ResidentRole | null;
  /** Only for claims: whether the plot has a confirmed owner, and whether somebody else claims to own it. */
  hasOwner: boolean | null;
  hasRival: boolean | null;
  since: Date;
}

export interface BoardQueueFilter {
  kind?: BoardQueueKind | undefined;
  /** Sort key of the last row of the previous page. */
  after?: { since: Date; id: string } | undefined;
}

/**
 * Pending items of the board, longest waiting first. Reads only one page per kind, so the cost does not grow with the
 * queue. Excludes reports that the account wrote or is the subject of.
 */
export async function listBoardQueue(
  db: Db,
  settlementId: string,
  accountId: string,
  { kind, after }: BoardQueueFilter,
  limit: number,
): Promise<BoardQueueRow[]> {
  const page = (created: ReturnType<Db>, id: ReturnType<Db>) => db`
    ${after === undefined ? db`` : db`and (${created}, ${id}) > (${after.since}, ${after.id}::bigint)`}
    order by ${created}, ${id} limit ${limit}`;
  const tasks = (of: 'request' | 'report') => db`
    (select ${of}::text as kind, t.id, t.title, a.display_name as author, null::text as role,
            null::boolean as "hasOwner", null::boolean as "hasRival", t.created_at as since
       from task t join account a on a.id = t.author_id
      where t.settlement_id = ${settlementId} and t.addressee = 'board' and t.kind = ${of}
        and t.status in ('open', 'in_progress')
        ${of === 'report' ? db`and t.author_id <> ${accountId} and t.reported_id <> ${accountId}` : db``}
        ${page(db`t.created_at`, db`t.id`)})`;
  const branches: Record<BoardQueueKind, ReturnType<Db>> = {
    claim: db`
      (select 'claim'::text as kind, m.id, p.number as title, a.display_name as author, m.role,
              exists (select 1 from membership o where o.parcel_id = p.id and o.state = 'confirmed' and o.role = 'owner') as "hasOwner",
              exists (select 1 from membership o where o.parcel_id = p.id and o.state = 'claimed' and o.role = 'owner' and o.id <> m.id) as "hasRival",
              m.created_at as since
         from parcel p join membership m on m.parcel_id = p.id join account a on a.id = m.account_id
        where p.settlement_id = ${settlementId} and m.state = 'claimed' ${page(db`m.created_at`, db`m.id`)})`,
    correction: db`
      (select 'correction'::text as kind, c.id, coalesce(k.name, f.name, c.proposed->>'name', '') as title,
              a.display_name as author, null::text as role, null::boolean as "hasOwner", null::boolean as "hasRival", c.created_at as since
         from change_proposal c join account a on a.id = c.author_id
         left join contact k on c.subject_type = 'contact' and k.id = c.subject_id
         left join company f on c.subject_type = 'company' and f.id = c.subject_id
        where c.settlement_id = ${settlementId} and c.status = 'pending' ${page(db`c.created_at`, db`c.id`)})`,
    request: tasks('request'),
    report: tasks('report'),
  };
  const wanted = kind === undefined ? Object.values(branches) : [branches[kind]];
  const all = wanted.reduce((some, branch) => db`${some} union all ${branch}`);
  return db<BoardQueueRow[]>`
    select q.kind, q.id, q.title, q.author, q.role, q."hasOwner", q."hasRival", q.since from (${all}) q order by q.since, q.id limit ${limit}`;
}

/** Creation time of the item; undefined when there is none. */
export async function findQueuedSince(db: Db, kind: BoardQueueKind, id: string): Promise<Date | undefined> {
  const table = { claim: 'membership', correction: 'change_proposal', request: 'task', report: 'task' }[kind];
  const [row] = await db<{ since: Date }[]>`select created_at as since from ${db(table)} where id = ${id}`;
  return row?.since;
}
