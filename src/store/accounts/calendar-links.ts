import type { Db } from '../../base/db/connect.ts';
import type { Language } from '../../base/i18n/text.ts';

export interface CalendarLinkRow {
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
}

export async function findCalendarLink(
  db: Db,
  accountId: string,
  now: Date,
): Promise<CalendarLinkRow | undefined> {
  const [row] = await db<CalendarLinkRow[]>`
    select created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt"
      from calendar_link where account_id = ${accountId} and expires_at > ${now}`;
  return row;
}

/** Replaces the previous link of the account, which stops working. */
export async function saveCalendarLink(
  db: Db,
  link: { accountId: string; hash: Buffer; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db`
    insert into calendar_link (account_id, token_hash, created_at, expires_at)
    values (${link.accountId}, ${link.hash}, ${link.createdAt}, ${link.expiresAt})
    on conflict (account_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at,
      expires_at = excluded.expires_at, last_used_at = null`;
}

export async function deleteCalendarLink(db: Db, accountId: string): Promise<void> {
  await db`delete from calendar_link where account_id = ${accountId}`;
}

/** The account a calendar link belongs to; undefined once the link has expired. */
export async function findCalendarOwner(
  db: Db,
  hash: Buffer,
  now: Date,
): Promise<{ accountId: string; language: Language; lastUsedAt: Date | null } | undefined> {
  const [row] = await db<{ accountId: string; language: Language; lastUsedAt: Date | null }[]>`
    select l.account_id as "accountId", a.language, l.last_used_at as "lastUsedAt"
      from calendar_link l join account a on a.id = l.account_id
     where l.token_hash = ${hash} and l.expires_at > ${now} and a.deleted_at is null`;
  return row;
}

export async function touchCalendarLink(db: Db, accountId: string, now: Date): Promise<void> {
  await db`update calendar_link set last_used_at = ${now} where account_id = ${accountId}`;
}
