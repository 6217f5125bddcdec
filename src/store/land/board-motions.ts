import type { Db } from '../../base/db/connect.ts';
import type { MotionAnswer, MotionKind } from '../../domain/rules/board-motions.ts';

export interface SecondMember {
  isOn: boolean;
  editors: number;
}

export async function findSecondMember(db: Db, settlementId: string): Promise<SecondMember> {
  const [row] = await db<SecondMember[]>`
    select s.needs_second_member as "isOn",
           (select count(*)::int from settlement_role r where r.settlement_id = s.id and r.role = 'editor') as editors
      from settlement s where s.id = ${settlementId}`;
  return row ?? { isOn: false, editors: 0 };
}

export async function setSecondMember(db: Db, settlementId: string, isOn: boolean): Promise<void> {
  await db`update settlement set needs_second_member = ${isOn} where id = ${settlementId}`;
}

/** Motions that this member of the board may answer: not their own, and not about themself. */
export const waitsForSecond = (db: Db, accountId: string) => db`
  m.answer is null and m.expires_at > now() and m.proposed_by <> ${accountId} and m.account_id is distinct from ${accountId}
  and not exists (select 1 from membership r where r.id = m.membership_id and r.account_id = ${accountId})`;

/** What it is about, beside the settlement. */
export interface MotionSubject {
  membershipId?: string;
  accountId?: string;
  landImportId?: string;
}

export interface NewMotion extends MotionSubject {
  id: string;
  settlementId: string;
  kind: MotionKind;
  content: object;
  shown: object;
  state: string;
  proposedBy: string;
  proposedAt: Date;
  expiresAt: Date;
}

/** Open ones of the settlement, and how many bytes they hold. */
export async function countOpenMotions(
  db: Db,
  settlementId: string,
  now: Date,
): Promise<{ count: number; bytes: number }> {
  const [row] = await db<{ count: number; bytes: number }[]>`
    select count(*)::int as count, coalesce(sum(pg_column_size(content) + pg_column_size(shown)), 0)::int as bytes
      from board_motion where settlement_id = ${settlementId} and answer is null and expires_at > ${now}`;
  return row ?? { count: 0, bytes: 0 };
}

/** False: one about the same thing waits already. One that has expired makes room. */
export async function insertMotion(db: Db, motion: NewMotion): Promise<boolean> {
  const { settlementId, kind, proposedAt } = motion;
  await db`
    update board_motion set answer = 'outdated', answered_at = ${proposedAt}, content = null
     where settlement_id = ${settlementId} and answer is null and expires_at <= ${proposedAt}`;
  const rows = await db`
    insert into board_motion (id, settlement_id, kind, membership_id, account_id, land_import_id, content, shown, state,
                              proposed_by, proposed_at, expires_at)
    values (${motion.id}, ${settlementId}, ${kind}, ${motion.membershipId ?? null}, ${motion.accountId ?? null},
            ${motion.landImportId ?? null}, ${db.json(motion.content as never)}, ${db.json(motion.shown as never)},
            ${motion.state}, ${motion.proposedBy}, ${proposedAt}, ${motion.expiresAt})
    on conflict do nothing returning 1`;
  return rows.length > 0;
}

export interface MotionRow {
  id: string;
  kind: MotionKind;
  membershipId: string | null;
  landImportId: string | null;
  /** Who would be taken off the board, or off the register. */
  subjectId: string | null;
  subjectName: string | null;
  shown: Record<string, unknown>;
  proposedBy: string;
  proposerName: string;
  proposedAt: Date;
  expiresAt: Date;
  answer: MotionAnswer | null;
  answererName: string | null;
  answeredAt: Date | null;
  reason: string | null;
}

const columns = (db: Db) => db`
  m.id, m.kind, m.membership_id as "membershipId", m.land_import_id as "landImportId",
  coalesce(m.account_id, r.account_id) as "subjectId", a.display_name as "subjectName", m.shown,
  m.proposed_by as "proposedBy", p.display_name as "proposerName", m.proposed_at as "proposedAt",
  m.expires_at as "expiresAt", m.answer, d.display_name as "answererName", m.answered_at as "answeredAt", m.reason`;
const source = (db: Db) => db`
  board_motion m join account p on p.id = m.proposed_by left join membership r on r.id = m.membership_id
  left join account a on a.id = coalesce(m.account_id, r.account_id) left join account d on d.id = m.answered_by`;

export async function findMotion(db: Db, settlementId: string, id: string): Promise<MotionRow | undefined> {
  const [row] = await db<MotionRow[]>`
    select ${columns(db)} from ${source(db)} where m.id = ${id} and m.settlement_id = ${settlementId}`;
  return row;
}

export interface OpenMotion {
  content: Record<string, unknown>;
  state: string;
}

/** What would be applied, locked against another answer; undefined once it is answered. */
export async function lockOpenMotion(db: Db, id: string): Promise<OpenMotion | undefined> {
  const [row] = await db<(Omit<OpenMotion, 'content'> & { content: OpenMotion['content'] | null })[]>`
    select content, state from board_motion where id = ${id} and answer is null for update`;
  return row && { ...row, content: row.content ?? {} };
}

/** The same without a lock, for what is computed before the transaction. */
export async function findOpenContent(db: Db, id: string): Promise<OpenMotion | undefined> {
  const [row] = await db<(Omit<OpenMotion, 'content'> & { content: OpenMotion['content'] | null })[]>`
    select content, state from board_motion where id = ${id} and answer is null`;
  return row && { ...row, content: row.content ?? {} };
}

export async function listMotions(
  db: Db,
  settlementId: string,
  { isOpen, before, limit, now }: { isOpen: boolean; before: string | null; limit: number; now: Date },
): Promise<MotionRow[]> {
  return db<MotionRow[]>`
    select ${columns(db)} from ${source(db)}
     where m.settlement_id = ${settlementId} and (m.answer is null and m.expires_at > ${now}) = ${isOpen}
       and (${before}::bigint is null or m.id < ${before})
     order by m.id desc limit ${limit}`;
}

/** False: it was answered, or ended, before. */
export async function answerMotion(
  db: Db,
  id: string,
  given: { answer: MotionAnswer; by: string; at: Date; reason?: string | null },
): Promise<boolean> {
  const rows = await db`
    update board_motion set answer = ${given.answer}, answered_by = ${given.by}, answered_at = ${given.at},
           reason = ${given.reason ?? null}, content = null
     where id = ${id} and answer is null and expires_at > ${given.at} returning 1`;
  return rows.length > 0;
}
