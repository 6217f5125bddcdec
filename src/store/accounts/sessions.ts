import type { Db } from '../../base/db/connect.ts';
import type { Language } from '../../base/i18n/text.ts';
import { type OpenNotice, openNotices } from '../messaging/acknowledgements.ts';
import { type SilenceRow, standingSilences } from '../visibility/silences.ts';

export interface SessionRow {
  id: string;
  accountId: string;
  displayName: string;
  email: string;
  language: Language;
  skin: string | null;
  stickyHeader: boolean;
  stickySidebar: boolean;
  objectsView: string | null;
  isModerator: boolean;
  isOperator: boolean;
  /** Newest version of the policies that the account agreed to. */
  policyVersion: number | null;
  lastUsedAt: Date;
  notices: OpenNotice[];
  silences: SilenceRow[] | null;
}

export interface SessionEntryRow {
  id: string;
  userAgent: string;
  address: string;
  createdAt: Date;
  lastUsedAt: Date;
}

/** Of one account; whoever signs in more often ends those not used for longest. */
const maxSessions = 100;

/** False when the account is deleted, or its password changed since it was verified. */
export async function insertSession(
  db: Db,
  session: {
    id: string;
    hash: Buffer;
    accountId: string;
    /** Omitted when no password was verified. */
    passwordHash?: string | null | undefined;
    host: string;
    userAgent: string;
    address: string;
    now: Date;
    expiresAt: Date;
  },
): Promise<boolean> {
  const compared = session.passwordHash ?? null;
  const rows = await db`
    insert into session (id, token_hash, account_id, host, user_agent, address, created_at, last_used_at, expires_at)
    select ${session.id}, ${session.hash}, a.id, ${session.host}, ${session.userAgent}, ${session.address},
           ${session.now}, ${session.now}, ${session.expiresAt}
      from account a
     where a.id = ${session.accountId} and a.deleted_at is null
       and (${compared}::text is null or a.password_hash = ${compared})
       for share
    returning 1`;
  if (rows.length === 0) return false;
  await db`
    delete from session where id in (
      select id from session where account_id = ${session.accountId} order by last_used_at desc, id desc offset ${maxSessions})`;
  return true;
}

/**
 * Locks the session against deletion until the transaction ends; false when it is gone. The account is locked first,
 * in the same order as by whoever deletes sessions, to avoid a deadlock.
 */
export async function lockSession(
  db: Db,
  { id, accountId }: { id: string; accountId: string },
): Promise<boolean> {
  await db`select 1 from account where id = ${accountId} for key share`;
  const rows = await db`select 1 from session where id = ${id} and account_id = ${accountId} for key share`;
  return rows.length > 0;
}

export async function findSession(
  db: Db,
  hash: Buffer,
  host: string,
  now: Date,
): Promise<SessionRow | undefined> {
  const [row] = await db<SessionRow[]>`
    select s.id, s.account_id as "accountId", a.display_name as "displayName", a.email, a.language, i.skin,
           coalesce(i.sticky_header, true) as "stickyHeader", coalesce(i.sticky_sidebar, true) as "stickySidebar",
           i.objects_view as "objectsView",
           coalesce(a.platform_role = 'moderator', false) as "isModerator", a.is_operator as "isOperator",
           (select max(c.version) from policy_consent c where c.account_id = a.id) as "policyVersion",
           s.last_used_at as "lastUsedAt", ${openNotices(db, now)} as notices,
           ${standingSilences(db, now)} as silences
      from session s join account a on a.id = s.account_id left join interface_settings i on i.account_id = a.id
     where s.token_hash = ${hash} and s.host = ${host} and s.expires_at > ${now} and a.deleted_at is null`;
  return row;
}

export async function touchSession(db: Db, id: string, now: Date): Promise<void> {
  await db`update session set last_used_at = ${now} where id = ${id}`;
}

export async function listSessions(db: Db, accountId: string, now: Date): Promise<SessionEntryRow[]> {
  return db<SessionEntryRow[]>`
    select id, user_agent as "userAgent", address, created_at as "createdAt", last_used_at as "lastUsedAt"
      from session where account_id = ${accountId} and expires_at > ${now} order by last_used_at desc limit 100`;
}

export async function deleteSession(db: Db, accountId: string, id: string): Promise<void> {
  await db`delete from session where account_id = ${accountId} and id = ${id}`;
}

/** Deletes every session except `keep`; null deletes all. */
export async function deleteOtherSessions(db: Db, accountId: string, keep: string | null): Promise<void> {
  await db`delete from session where account_id = ${accountId} and id is distinct from ${keep}`;
}

export interface SignInFailureRow {
  key: string;
  failures: number;
  lastFailedAt: Date;
}

/** Locks the counters, so that concurrent attempts are checked one after another. */
export async function lockSignInFailures(
  db: Db,
  keys: readonly string[],
  now: Date,
): Promise<SignInFailureRow[]> {
  const sorted = [...keys].sort();
  await db`
    insert into sign_in_failure (key, failures, last_failed_at)
    select unnest(${sorted}::text[]), 0, ${now} on conflict do nothing`;
  return db<SignInFailureRow[]>`
    select key, failures, last_failed_at as "lastFailedAt" from sign_in_failure
     where key = any(${sorted}) order by key for update`;
}

/** Called before the password is verified; the counter restarts after an hour without a failure. */
export async function countSignInAttempt(db: Db, keys: readonly string[], now: Date): Promise<void> {
  await db`
    update sign_in_failure
       set failures = case when last_failed_at < ${now}::timestamptz - interval '1 hour' then 1 else failures + 1 end,
           last_failed_at = ${now}
     where key = any(${[...keys]})`;
}

/**
 * After a correct password: resets the counter of the account and takes one attempt off that of the network address.
 */
export async function resetSignInFailures(db: Db, forget: string, address: string | null): Promise<void> {
  await db`delete from sign_in_failure where key = ${forget}`;
  if (address !== null)
    await db`update sign_in_failure set failures = greatest(0, failures - 1) where key = ${address}`;
}
