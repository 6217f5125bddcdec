import type { Db } from '../../base/db/connect.ts';
import type { Language } from '../../base/i18n/text.ts';

export interface CalendarLinkRow {
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
}

/** What a link shows: one's own tasks, or the days of a settlement. */
type Shown = { accountId: string; settlementId: string | null };

export async function findCalendarLink(
  db: Db,
  { accountId, settlementId }: Shown,
  now: Date,
): Promise<CalendarLinkRow | undefined> {
  const columns = db`created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt"`;
  const [row] =
    settlementId === null
      ? await db<CalendarLinkRow[]>`
          select ${columns} from calendar_link where account_id = ${accountId} and expires_at > ${now}`
      : await db<CalendarLinkRow[]>`
          select ${columns} from settlement_calendar_link
           where account_id = ${accountId} and settlement_id = ${settlementId} and expires_at > ${now}`;
  return row;
}

/** Replaces the previous link to the same, which stops working. */
export async function saveCalendarLink(
  db: Db,
  link: Shown & { hash: Buffer; createdAt: Date; expiresAt: Date },
): Promise<void> {
  const renewal = db`token_hash = excluded.token_hash, created_at = excluded.created_at,
    expires_at = excluded.expires_at, last_used_at = null`;
  if (link.settlementId === null)
    await db`
      insert into calendar_link (account_id, token_hash, created_at, expires_at)
      values (${link.accountId}, ${link.hash}, ${link.createdAt}, ${link.expiresAt})
      on conflict (account_id) do update set ${renewal}`;
  else
    await db`
      insert into settlement_calendar_link (account_id, settlement_id, token_hash, created_at, expires_at)
      values (${link.accountId}, ${link.settlementId}, ${link.hash}, ${link.createdAt}, ${link.expiresAt})
      on conflict (account_id, settlement_id) do update set ${renewal}`;
}

/** Of other settlements, with the account locked, so that two at once cannot exceed a bound. */
export async function countSettlementCalendarLinks(
  db: Db,
  accountId: string,
  exceptSettlementId: string,
): Promise<number> {
  await db`select 1 from account where id = ${accountId} for no key update`;
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from settlement_calendar_link
     where account_id = ${accountId} and settlement_id <> ${exceptSettlementId}`;
  return row?.count ?? 0;
}

export async function deleteCalendarLink(db: Db, { accountId, settlementId }: Shown): Promise<void> {
  if (settlementId === null) await db`delete from calendar_link where account_id = ${accountId}`;
  else
    await db`
      delete from settlement_calendar_link where account_id = ${accountId} and settlement_id = ${settlementId}`;
}

export interface CalendarOwnerRow extends Shown {
  language: Language;
  lastUsedAt: Date | null;
}

/** The account a calendar link belongs to; undefined once the link has expired. */
export async function findCalendarOwner(
  db: Db,
  hash: Buffer,
  now: Date,
): Promise<CalendarOwnerRow | undefined> {
  const [row] = await db<CalendarOwnerRow[]>`
    select l.account_id as "accountId", l.settlement_id as "settlementId", a.language, l.last_used_at as "lastUsedAt"
      from (select account_id, null::bigint as settlement_id, expires_at, last_used_at from calendar_link where token_hash = ${hash}
            union all
            select account_id, settlement_id, expires_at, last_used_at from settlement_calendar_link where token_hash = ${hash}) l
      join account a on a.id = l.account_id
     where l.expires_at > ${now} and a.deleted_at is null`;
  return row;
}

export async function touchCalendarLink(
  db: Db,
  { accountId, settlementId }: Shown,
  now: Date,
): Promise<void> {
  if (settlementId === null)
    await db`update calendar_link set last_used_at = ${now} where account_id = ${accountId}`;
  else
    await db`
      update settlement_calendar_link set last_used_at = ${now}
       where account_id = ${accountId} and settlement_id = ${settlementId}`;
}
