import type { Db } from '../../base/db/connect.ts';
import type { CorrectedType, Correction } from '../../domain/rules/proposal-conflicts.ts';

export type ProposalStatus = 'pending' | 'approved' | 'refused' | 'withdrawn';

export interface ProposalRow {
  id: string;
  settlementId: string;
  subjectType: CorrectedType;
  subjectId: string;
  /** Proposes a new contact (which may exist by now). */
  isNew: boolean;
  subjectName: string;
  subjectSlug: string;
  authorId: string;
  author: string;
  /** Plot number of the author in the settlement; null when not a member. */
  authorParcel: string | null;
  note: string;
  status: ProposalStatus;
  rejectReason: string | null;
  proposed: Correction;
  before: Correction;
  /** Current values of all correctable fields. */
  record: Correction;
  /** Null unless approved. */
  applied: Correction | null;
  createdAt: Date;
  decidedAt: Date | null;
}

const contactRecord = (db: Db) => db`
  jsonb_build_object('name', c.name, 'category', c.category, 'phones', c.phones, 'address', c.address, 'hours', c.hours,
                     'site', c.site, 'notes', c.notes, 'archived', c.archived_at is not null)`;

const companyRecord = (db: Db) => db`
  jsonb_build_object('name', c.name, 'description', c.description, 'trades', c.trades, 'phones', c.phones,
                     'address', c.address, 'hours', c.hours, 'site', c.site)`;

/** Joins the current record, so that a page is one query for both subject types. */
const selectProposals = (db: Db) => db`
  select p.id, p.settlement_id as "settlementId", p.subject_type as "subjectType", p.subject_id as "subjectId",
         p.is_new as "isNew", coalesce(k.name, f.name, p.proposed->>'name', '') as "subjectName", coalesce(k.slug, f.slug, '') as "subjectSlug",
         p.author_id as "authorId", a.display_name as author,
         (select l.number from membership m join parcel l on l.id = m.parcel_id
           where m.account_id = p.author_id and m.state = 'confirmed' and l.settlement_id = p.settlement_id
           order by m.is_primary desc, m.id limit 1) as "authorParcel", p.note, p.status, p.reject_reason as "rejectReason",
         p.proposed, p.before, coalesce(k.record, f.record, '{}') as record, p.applied,
         p.created_at as "createdAt", p.decided_at as "decidedAt"
    from change_proposal p
    join account a on a.id = p.author_id
    left join lateral (select c.name, c.slug, ${contactRecord(db)} as record from contact c where c.id = p.subject_id) k
      on p.subject_type = 'contact'
    left join lateral (select c.name, c.slug, ${companyRecord(db)} as record from company c where c.id = p.subject_id) f
      on p.subject_type = 'company'`;

/** The board's list, newest first, without withdrawn proposals. */
export async function listProposals(
  db: Db,
  settlementId: string,
  filter: { onlyOpen: boolean; id?: string | undefined; before?: string | undefined },
  limit: number,
): Promise<ProposalRow[]> {
  return db<ProposalRow[]>`
    ${selectProposals(db)}
     where p.settlement_id = ${settlementId}
       and ${filter.onlyOpen ? db`p.status = 'pending'` : db`p.status <> 'withdrawn'`}
       ${filter.id === undefined ? db`` : db`and p.id = ${filter.id}`}
       ${filter.before === undefined ? db`` : db`and p.id < ${filter.before}`}
     order by p.id desc limit ${limit}`;
}

export async function listProposalsByAuthor(
  db: Db,
  authorId: string,
  before: string | undefined,
  limit: number,
): Promise<ProposalRow[]> {
  return db<ProposalRow[]>`
    ${selectProposals(db)}
     where p.author_id = ${authorId} ${before === undefined ? db`` : db`and p.id < ${before}`}
     order by p.id desc limit ${limit}`;
}

export async function countOpenProposals(db: Db, settlementId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from change_proposal where settlement_id = ${settlementId} and status = 'pending'`;
  return row?.count ?? 0;
}

export async function findProposal(db: Db, id: string): Promise<ProposalRow | undefined> {
  const [row] = await db<ProposalRow[]>`${selectProposals(db)} where p.id = ${id}`;
  return row;
}

export interface ProposalToDecide {
  id: string;
  subjectType: CorrectedType;
  subjectId: string;
  isNew: boolean;
  authorId: string;
  status: ProposalStatus;
  proposed: Correction;
  before: Correction;
  decidedBy: string | null;
  decidedByName: string | null;
  decidedAt: Date | null;
  rejectReason: string | null;
}

/** Lock order: the proposal before its record. */
export async function findProposalToDecide(
  db: Db,
  settlementId: string,
  id: string,
  lock: boolean,
): Promise<ProposalToDecide | undefined> {
  const [row] = await db<ProposalToDecide[]>`
    select id, subject_type as "subjectType", subject_id as "subjectId", author_id as "authorId", status, is_new as "isNew", proposed, before,
           decided_by as "decidedBy", (select d.display_name from account d where d.id = decided_by) as "decidedByName",
           decided_at as "decidedAt", reject_reason as "rejectReason"
      from change_proposal where id = ${id} and settlement_id = ${settlementId} ${lock ? db`for update` : db``}`;
  return row;
}

export interface LockedRecord {
  name: string;
  isArchived: boolean;
  fields: Correction;
}

/** A contact of the settlement, or a company that serves it. */
export async function lockRecord(
  db: Db,
  settlementId: string,
  type: CorrectedType,
  id: string,
): Promise<LockedRecord | undefined> {
  const [row] =
    type === 'contact'
      ? await db<LockedRecord[]>`
          select c.name, c.archived_at is not null as "isArchived", ${contactRecord(db)} as fields
            from contact c where c.id = ${id} and c.settlement_id = ${settlementId} for no key update of c`
      : await db<LockedRecord[]>`
          select c.name, false as "isArchived", ${companyRecord(db)} as fields
            from company c
           where c.id = ${id} and c.state in ('waiting', 'verified') and exists (select 1 from company_settlement cs
                                           where cs.company_id = c.id and cs.settlement_id = ${settlementId})
             for no key update of c`;
  return row;
}

export async function insertProposal(
  db: Db,
  proposal: {
    id: string;
    settlementId: string;
    subjectType: CorrectedType;
    subjectId: string;
    isNew: boolean;
    authorId: string;
    note: string;
    proposed: Correction;
    before: Correction;
    now: Date;
  },
): Promise<void> {
  await db`
    insert into change_proposal (id, settlement_id, subject_type, subject_id, is_new, author_id, note, proposed, before, created_at)
    values (${proposal.id}, ${proposal.settlementId}, ${proposal.subjectType}, ${proposal.subjectId}, ${proposal.isNew}, ${proposal.authorId},
            ${proposal.note}, ${db.json(proposal.proposed as never)}, ${db.json(proposal.before as never)}, ${proposal.now})`;
}

export type ProposalDecision =
  | { status: 'approved'; applied: Correction; decidedBy: string; at: Date }
  | { status: 'refused'; reason: string; decidedBy: string; at: Date };

export async function decideProposal(db: Db, id: string, decision: ProposalDecision): Promise<void> {
  const applied = decision.status === 'approved' ? db.json(decision.applied as never) : null;
  await db`
    update change_proposal
       set status = ${decision.status}, applied = ${applied}, decided_by = ${decision.decidedBy}, decided_at = ${decision.at},
           reject_reason = ${decision.status === 'refused' ? decision.reason : null}
     where id = ${id}`;
}

export async function withdrawProposal(db: Db, id: string): Promise<void> {
  await db`update change_proposal set status = 'withdrawn' where id = ${id}`;
}
