import type { Db } from '../../base/db/connect.ts';
import type { ApplicantRole } from '../../domain/rules/settlement-requests.ts';

export interface SettlementRequestFields {
  name: string;
  kind: string;
  region: string;
  place: string;
  asker: ApplicantRole;
  contact: string;
  note: string;
}

export interface SettlementRequestRow extends SettlementRequestFields {
  id: string;
  accountId: string;
  /** Full name of the requester. */
  author: string;
  email: string;
  state: 'waiting' | 'accepted' | 'returned' | 'withdrawn';
  reason: string | null;
  /** Slug of the resulting settlement. */
  slug: string | null;
  createdAt: Date;
  decidedAt: Date | null;
  decidedBy: string | null;
  decidedByName: string | null;
}

const selectRequests = (db: Db) => db`
  select r.id, r.account_id as "accountId", a.display_name as author, a.email, r.name, r.kind, r.region, r.place, r.asker,
         r.contact, r.note, r.state, r.reason, s.slug, r.created_at as "createdAt", r.decided_at as "decidedAt",
         r.decided_by as "decidedBy", (select d.display_name from account d where d.id = r.decided_by) as "decidedByName"
    from settlement_request r join account a on a.id = r.account_id left join settlement s on s.id = r.settlement_id`;

export async function insertSettlementRequest(
  db: Db,
  request: SettlementRequestFields & { id: string; accountId: string; now: Date },
): Promise<void> {
  await db`
    insert into settlement_request (id, account_id, name, kind, region, place, asker, contact, note, created_at)
    values (${request.id}, ${request.accountId}, ${request.name}, ${request.kind}, ${request.region}, ${request.place},
            ${request.asker}, ${request.contact}, ${request.note}, ${request.now})`;
}

/** Pending requests of the account, requests since then, and a pending one for the same name and region. */
export async function countSettlementRequests(
  db: Db,
  accountId: string,
  wanted: { name: string; region: string },
  since: Date,
): Promise<{ waiting: number; lately: number; same: string | null }> {
  const [row] = await db<[{ waiting: number; lately: number; same: string | null }]>`
    select count(*) filter (where state = 'waiting')::int as waiting,
           count(*) filter (where created_at > ${since})::int as lately,
           min(id) filter (where state = 'waiting' and lower(name) = lower(${wanted.name})
                                 and lower(region) = lower(${wanted.region}))::text as same
      from settlement_request where account_id = ${accountId}`;
  return row;
}

/** Newest first. */
export async function listOwnSettlementRequests(db: Db, accountId: string): Promise<SettlementRequestRow[]> {
  return db<SettlementRequestRow[]>`
    ${selectRequests(db)} where r.account_id = ${accountId} order by r.id desc limit 50`;
}

/** Longest waiting first. */
export async function listWaitingSettlementRequests(
  db: Db,
  after: string | undefined,
  limit: number,
): Promise<SettlementRequestRow[]> {
  return db<SettlementRequestRow[]>`
    ${selectRequests(db)} where r.state = 'waiting' ${after === undefined ? db`` : db`and r.id > ${after}`} order by r.id limit ${limit}`;
}

export async function findSettlementRequest(db: Db, id: string): Promise<SettlementRequestRow | undefined> {
  const [row] = await db<SettlementRequestRow[]>`${selectRequests(db)} where r.id = ${id}`;
  return row;
}

/** Locked, so that of two concurrent decisions the second sees the first. */
export async function lockSettlementRequest(db: Db, id: string): Promise<SettlementRequestRow | undefined> {
  await db`select 1 from settlement_request where id = ${id} for update`;
  return findSettlementRequest(db, id);
}

export async function endSettlementRequest(
  db: Db,
  id: string,
  end: {
    state: 'accepted' | 'returned' | 'withdrawn';
    reason?: string;
    settlementId?: string;
    by: string | null;
    now: Date;
  },
): Promise<void> {
  await db`
    update settlement_request
       set state = ${end.state}, reason = ${end.reason ?? null}, settlement_id = ${end.settlementId ?? null},
           decided_at = ${end.now}, decided_by = ${end.by}
     where id = ${id}`;
}
