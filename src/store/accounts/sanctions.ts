import type { Db } from '../../base/db/connect.ts';
import type {
  AppealOutcome,
  SanctionKind,
  SanctionOffice,
  SanctionToJudge,
} from '../../domain/rules/sanctions.ts';

export interface SanctionRow extends SanctionToJudge {
  id: string;
  settlementId: string | null;
  settlementName: string | null;
  settlementSlug: string | null;
  timeZone: string | null;
  reportId: string | null;
  /** Whether that report waits for a decision itself. */
  isReportOpen: boolean;
  reason: string;
  imposedByName: string;
  endedByName: string | null;
  endReason: string | null;
  appeal: string | null;
  appealReason: string | null;
  appealDecidedAt: Date | null;
  /** Full name. */
  personName: string;
  /** Set when the person wrote as whoever lives on a plot, and stays unnamed to who decides. */
  plotNumber: string | null;
}

const columns = (db: Db) => db`
  x.id, x.account_id as "accountId", x.settlement_id as "settlementId", s.name as "settlementName", s.slug as "settlementSlug",
  s.time_zone as "timeZone", x.kind, x.imposed_as as office, x.report_id as "reportId", x.reason,
  exists (select 1 from task r where r.id = x.report_id and r.status = 'open') as "isReportOpen",
  x.imposed_by as "imposedBy", b.display_name as "imposedByName", x.imposed_at as "imposedAt", x.until,
  x.ended_at as "endedAt", e.display_name as "endedByName", x.end_reason as "endReason",
  x.appeal, x.appealed_at as "appealedAt", x.appeal_outcome as "appealOutcome", x.appeal_reason as "appealReason",
  x.appeal_decided_at as "appealDecidedAt", a.display_name as "personName",
  (select p.number from task t join message m on m.id = t.message_id join conversation c on c.id = m.conversation_id
     join conversation_member w on w.conversation_id = c.id and w.account_id = x.account_id and w.side = 'plot'
     join parcel p on p.id = c.parcel_id
    where t.id = x.report_id) as "plotNumber"`;

const from = (db: Db) => db`
  sanction x join account a on a.id = x.account_id join account b on b.id = x.imposed_by
  left join account e on e.id = x.ended_by left join settlement s on s.id = x.settlement_id`;

export async function findSanction(db: Db, id: string, lock: boolean): Promise<SanctionRow | undefined> {
  const [row] = await db<SanctionRow[]>`
    select ${columns(db)} from ${from(db)} where x.id = ${id} ${lock ? db`for update of x` : db``}`;
  return row;
}

export interface NewSanction {
  id: string;
  accountId: string;
  settlementId: string | null;
  kind: SanctionKind;
  office: SanctionOffice;
  reportId: string;
  reason: string;
  imposedBy: string;
  imposedAt: Date;
  until: Date | null;
}

/** False when one of this kind was imposed for the report already. */
export async function insertSanction(db: Db, one: NewSanction): Promise<boolean> {
  const rows = await db`
    insert into sanction (id, account_id, settlement_id, kind, imposed_as, report_id, reason, imposed_by, imposed_at, until)
    values (${one.id}, ${one.accountId}, ${one.settlementId}, ${one.kind}, ${one.office}, ${one.reportId}, ${one.reason},
            ${one.imposedBy}, ${one.imposedAt}, ${one.until})
    on conflict (report_id, kind) where report_id is not null do nothing returning 1`;
  return rows.length > 0;
}

export async function endSanction(
  db: Db,
  id: string,
  end: { by: string; reason: string; at: Date },
): Promise<void> {
  await db`update sanction set ended_at = ${end.at}, ended_by = ${end.by}, end_reason = ${end.reason} where id = ${id}`;
}

export async function saveAppeal(db: Db, id: string, words: string, at: Date): Promise<void> {
  await db`update sanction set appeal = ${words}, appealed_at = ${at} where id = ${id}`;
}

export async function decideAppeal(
  db: Db,
  id: string,
  decision: { outcome: AppealOutcome; reason: string; by: string; at: Date },
): Promise<void> {
  await db`
    update sanction set appeal_outcome = ${decision.outcome}, appeal_reason = ${decision.reason},
                        appeal_decided_by = ${decision.by}, appeal_decided_at = ${decision.at} where id = ${id}`;
}

/** Whom the list is for: the person, the board of a settlement, or moderators, who also see what is appealed against. */
export type SanctionList =
  | { of: 'person'; accountId: string }
  | { of: 'board'; settlementId: string; reader: string }
  | { of: 'platform'; reader: string };

/** What waits for an answer first, for moderators; then newest first. */
export async function listSanctions(
  db: Db,
  list: SanctionList,
  before: string | undefined,
  limit: number,
): Promise<SanctionRow[]> {
  const isListed =
    list.of === 'person'
      ? db`x.account_id = ${list.accountId}`
      : list.of === 'board'
        ? db`x.settlement_id = ${list.settlementId} and x.imposed_as = 'board' and x.account_id <> ${list.reader}`
        : db`(x.imposed_as = 'platform' or x.appeal is not null) and x.account_id <> ${list.reader}`;
  return db<SanctionRow[]>`
    select ${columns(db)} from ${from(db)}
     where ${isListed} ${before === undefined ? db`` : db`and x.id < ${before}`}
     order by x.id desc limit ${limit}`;
}

/** Appeals that wait, which this moderator may decide. */
export async function listOpenAppeals(db: Db, moderatorId: string, limit: number): Promise<SanctionRow[]> {
  return db<SanctionRow[]>`
    select ${columns(db)} from ${from(db)}
     where x.appeal is not null and x.appeal_outcome is null and x.account_id <> ${moderatorId}
     order by x.appealed_at, x.id limit ${limit}`;
}

/** Appeals that this moderator may decide. */
export async function countOpenAppeals(db: Db, moderatorId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::integer as count from sanction x
     where x.appeal is not null and x.appeal_outcome is null and x.account_id <> ${moderatorId}
       and (x.imposed_by <> ${moderatorId} or not exists (
             select 1 from account o where o.platform_role = 'moderator' and o.deleted_at is null and o.id not in (${moderatorId}, x.account_id)))`;
  return row?.count ?? 0;
}

/** The person a report is about, and what ties them to its settlement now. */
export async function findReportedPerson(
  db: Db,
  accountId: string,
  settlementId: string | null,
): Promise<{ isDeleted: boolean; isOnBoard: boolean; isRelated: boolean } | undefined> {
  const [row] = await db<{ isDeleted: boolean; isOnBoard: boolean; isRelated: boolean }[]>`
    select a.deleted_at is not null as "isDeleted",
           exists (select 1 from settlement_role r where r.account_id = a.id and r.settlement_id = ${settlementId}) as "isOnBoard",
           exists (select 1 from membership m join parcel p on p.id = m.parcel_id
                    where m.account_id = a.id and m.state <> 'ended' and p.settlement_id = ${settlementId}) as "isRelated"
      from account a where a.id = ${accountId}`;
  return row;
}

/** Whether an appeal may go to somebody else than who imposed it. */
export async function hasOtherModerator(db: Db, except: readonly string[]): Promise<boolean> {
  const rows = await db`
    select 1 from account where platform_role = 'moderator' and deleted_at is null and id <> all(${[...except]}::bigint[]) limit 1`;
  return rows.length > 0;
}

/** Rights in the settlement were ended, and that stands. */
export async function isExcluded(db: Db, settlementId: string, accountId: string): Promise<boolean> {
  const rows = await db`
    select 1 from sanction where account_id = ${accountId} and settlement_id = ${settlementId} and kind = 'exclusion' and ended_at is null limit 1`;
  return rows.length > 0;
}

/** What the account has in the settlement: plots and claims, locked. */
export async function lockMembershipsIn(
  db: Db,
  settlementId: string,
  accountId: string,
): Promise<{ id: string; state: 'claimed' | 'confirmed' }[]> {
  return db<{ id: string; state: 'claimed' | 'confirmed' }[]>`
    select m.id, m.state from membership m join parcel p on p.id = m.parcel_id
     where m.account_id = ${accountId} and p.settlement_id = ${settlementId} and m.state <> 'ended'
     order by m.id limit 100 for update of m`;
}

/** Endings that an exclusion made and that stand. */
export async function listEndingsOf(db: Db, sanctionId: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from residency_ending where sanction_id = ${sanctionId} and taken_back_at is null order by id limit 100`;
  return rows.map(({ id }) => id);
}

/** Silences whose time has come, as ended. */
export async function endDueSilences(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ id: string; accountId: string; settlementName: string | null }[]> {
  return db<{ id: string; accountId: string; settlementName: string | null }[]>`
    update sanction x set ended_at = x.until
      from (select i.id, p.name from sanction i left join settlement p on p.id = i.settlement_id
             where i.kind = 'silence' and i.ended_at is null and i.until <= ${now}
             order by i.id limit ${limit} for update of i skip locked) due
     where x.id = due.id returning x.id, x.account_id as "accountId", due.name as "settlementName"`;
}
