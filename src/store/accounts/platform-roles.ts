import type { Db } from '../../base/db/connect.ts';
import type { Language } from '../../base/i18n/text.ts';
import { normalizeEmail } from '../../domain/rules/email.ts';
import type { PlatformRole } from '../../domain/rules/platform-roles.ts';
import { setOperator, setPlatformRole } from './accounts.ts';

export interface RoleHolder {
  id: string;
  /** Full name. */
  name: string;
  email: string;
  isModerator: boolean;
  isOperator: boolean;
}

const columns = (db: Db) => db`
  id, display_name as name, email, coalesce(platform_role = 'moderator', false) as "isModerator", is_operator as "isOperator"`;

/** Oldest accounts first. */
export async function listRoleHolders(db: Db): Promise<RoleHolder[]> {
  return db<RoleHolder[]>`
    select ${columns(db)} from account
     where deleted_at is null and (platform_role is not null or is_operator) order by id limit 500`;
}

/** By id or by confirmed address; has no role condition. */
export async function findRoleHolder(
  db: Db,
  who: { account?: string | undefined; email?: string | undefined },
): Promise<RoleHolder | undefined> {
  const [row] = await db<RoleHolder[]>`
    select ${columns(db)} from account
     where deleted_at is null and email_confirmed_at is not null
       and ${who.account === undefined ? db`email_key = ${normalizeEmail(who.email ?? '')}` : db`id = ${who.account}`}`;
  return row;
}

/** Locks the accounts that have the role, so that two of them cannot lose it concurrently. */
export async function lockRoleHolders(db: Db, role: PlatformRole): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from account where deleted_at is null and ${role === 'operator' ? db`is_operator` : db`platform_role = ${role}`}
     order by id for no key update`;
  return rows.map(({ id }) => id);
}

export interface Mailbox {
  id: string;
  email: string;
  language: Language;
}

/** Confirmed addresses of these accounts. */
export async function listMailboxes(db: Db, accountIds: readonly string[]): Promise<Mailbox[]> {
  return db<Mailbox[]>`
    select id, email, language from account
     where id = any(${accountIds as string[]}::bigint[]) and deleted_at is null and email_confirmed_at is not null
     order by id`;
}

export async function setRole(
  db: Db,
  accountId: string,
  role: PlatformRole,
  isGiven: boolean,
): Promise<void> {
  if (role === 'operator') await setOperator(db, accountId, isGiven);
  else await setPlatformRole(db, accountId, isGiven ? role : null);
}
