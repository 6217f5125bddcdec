import type { Db } from '../../base/db/connect.ts';
import type { Language } from '../../base/i18n/text.ts';
import { normalizeEmail } from '../../domain/rules/email.ts';
import { deletedName } from '../../domain/rules/short-name.ts';
import { deleteKeeper } from '../devices/common-devices.ts';
import { revokeConnections } from '../devices/device-connections.ts';
import { endMembershipsOfDeleted, forgetSuccessor } from '../land/residency-endings.ts';
import { revokeAllTokens } from './tokens.ts';

export type CodePurpose = 'reset_password' | 'change_email' | 'restore_email';

export interface CredentialsRow {
  id: string;
  email: string;
  language: Language;
  displayName: string;
  passwordHash: string | null;
  isConfirmed: boolean;
}

export async function findCredentials(db: Db, email: string): Promise<CredentialsRow | undefined> {
  const [row] = await db<CredentialsRow[]>`
    select id, email, language, display_name as "displayName", password_hash as "passwordHash",
           email_confirmed_at is not null as "isConfirmed"
      from account where email_key = ${normalizeEmail(email)} and deleted_at is null`;
  return row;
}

export async function findPasswordHash(db: Db, accountId: string): Promise<string | null> {
  const [row] = await db<{ hash: string | null }[]>`
    select password_hash as hash from account where id = ${accountId} and deleted_at is null`;
  return row?.hash ?? null;
}

export async function insertAccountCode(
  db: Db,
  code: {
    hash: Buffer;
    accountId: string;
    purpose: CodePurpose;
    newEmail: string | null;
    now: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await db`
    insert into account_code (token_hash, account_id, purpose, new_email, created_at, expires_at)
    values (${code.hash}, ${code.accountId}, ${code.purpose}, ${code.newEmail}, ${code.now}, ${code.expiresAt})`;
}

export interface AccountCodeRow {
  accountId: string;
  purpose: CodePurpose;
  newEmail: string | null;
}

export async function findAccountCode(
  db: Db,
  hash: Buffer,
  purpose: CodePurpose,
  now: Date,
): Promise<AccountCodeRow | undefined> {
  const [row] = await db<AccountCodeRow[]>`
    select account_id as "accountId", purpose, new_email as "newEmail" from account_code
     where token_hash = ${hash} and purpose = ${purpose} and used_at is null and expires_at > ${now}`;
  return row;
}

/** Marks the code as used, and every other code of the same purpose that it replaces. */
export async function useAccountCode(
  db: Db,
  hash: Buffer,
  purpose: CodePurpose,
  now: Date,
): Promise<AccountCodeRow | undefined> {
  const [row] = await db<(AccountCodeRow & { createdAt: Date })[]>`
    update account_code set used_at = ${now}
     where token_hash = ${hash} and purpose = ${purpose} and used_at is null and expires_at > ${now}
    returning account_id as "accountId", purpose, new_email as "newEmail", created_at as "createdAt"`;
  if (row === undefined) return undefined;
  const { createdAt, ...code } = row;
  // Whoever took the account over can change the address twice and follow the link to the one in between: the links to
  // addresses before that one stay.
  await voidAccountCodes(db, code.accountId, [purpose], now, purpose === 'restore_email' ? createdAt : null);
  return code;
}

/** `since`: only codes made then or later. */
export async function voidAccountCodes(
  db: Db,
  accountId: string,
  purposes: readonly CodePurpose[],
  now: Date,
  since: Date | null = null,
): Promise<void> {
  await db`
    update account_code set used_at = ${now}
     where account_id = ${accountId} and purpose = any(${[...purposes]}) and used_at is null
       and (${since}::timestamptz is null or created_at >= ${since})`;
}

/** A reset link was sent by email, so following it also confirms the address. */
export async function setPassword(db: Db, accountId: string, passwordHash: string, now: Date): Promise<void> {
  await db`
    update account set password_hash = ${passwordHash}, email_confirmed_at = coalesce(email_confirmed_at, ${now})
     where id = ${accountId} and deleted_at is null`;
}

/** The current address, with the account row locked; undefined when there is no such account. */
export async function lockEmail(
  db: Db,
  accountId: string,
): Promise<{ email: string; language: Language } | undefined> {
  const [row] = await db<{ email: string; language: Language }[]>`
    select email, language from account where id = ${accountId} and deleted_at is null for update`;
  return row;
}

/** The former address is kept: decisions of a board about it still apply to the account. */
export async function changeEmail(db: Db, accountId: string, email: string, now: Date): Promise<void> {
  await db`
    insert into account_former_address (account_id, address, left_at)
    select id, email_key, ${now} from account where id = ${accountId} and deleted_at is null and email_key <> ${normalizeEmail(email)}
    on conflict (account_id, address) do update set left_at = excluded.left_at`;
  await db`
    update account set email = ${email.trim()}, email_key = ${normalizeEmail(email)}, email_confirmed_at = ${now}, mail_paused_at = null
     where id = ${accountId} and deleted_at is null`;
}

/**
 * Anonymizes the account. Published content stays under a neutral name; drafts, tokens, sessions, roles and
 * memberships are removed, and so is every row that holds its addresses or name.
 */
export async function deleteAccount(db: Db, accountId: string, now: Date): Promise<void> {
  const addresses = await deleteDataByAddress(db, accountId);
  await forgetSuccessor(db, accountId);
  await db`
    update account
       set email = 'deleted-' || id || '@invalid', email_key = 'deleted-' || id || '@invalid', password_hash = null,
           display_name = ${deletedName}, platform_role = null, is_operator = false, deleted_at = ${now}
     where id = ${accountId} and deleted_at is null`;
  await db`delete from session where account_id = ${accountId}`;
  await db`delete from account_code where account_id = ${accountId}`;
  await revokeAllTokens(db, accountId, now);
  // Deleted after the revocation, because that update notifies the other instances.
  await db`delete from personal_token where account_id = ${accountId}`;
  await db`delete from settlement_role where account_id = ${accountId}`;
  await db`
    delete from board_motion
     where account_id = ${accountId} or membership_id in (select id from membership where account_id = ${accountId})`;
  await db`delete from board_invitation where account_id = ${accountId} or email_key = any(${addresses})`;
  await endMembershipsOfDeleted(db, accountId, now);
  await db`update membership set note = '' where account_id = ${accountId}`;
  await db`
    update company_representative set state = 'ended', decided_at = coalesce(decided_at, ${now}), reason = ''
     where account_id = ${accountId}`;
  await db`delete from former_review where author_id = ${accountId}`;
  await db`delete from sanction where account_id = ${accountId}`;
  await db`delete from article where author_id = ${accountId} and status = 'draft'`;
  await db`delete from knowledge_article where author_id = ${accountId} and status = 'draft'`;
  await db`delete from notification where account_id = ${accountId}`;
  await db`delete from notification_counter where account_id = ${accountId}`;
  await db`delete from notification_preference where account_id = ${accountId}`;
  await db`delete from interface_settings where account_id = ${accountId}`;
  await db`delete from idempotency_reply where account_id = ${accountId}`;
  await db`delete from account_day where account_id = ${accountId}`;
  await db`delete from settlement_request where account_id = ${accountId}`;
  await db`delete from data_export where account_id = ${accountId}`;
  await db`delete from waiting_form where account_id = ${accountId}`;
  await db`delete from letter_item where account_id = ${accountId}`;
  await db`delete from letter where account_id = ${accountId}`;
  await deleteKeeper(db, accountId);
  await revokeConnections(db, { accountId });
}

/** Those addresses. Deletes rows keyed by an address the account has, or had and no other account has now. */
async function deleteDataByAddress(db: Db, accountId: string): Promise<string[]> {
  const rows = await db<{ address: string }[]>`
    select email_key as address from account where id = ${accountId} and deleted_at is null
    union
    select f.address from account_former_address f
     where f.account_id = ${accountId} and not exists (
             select 1 from account o where o.email_key = f.address and o.deleted_at is null and o.id <> ${accountId})`;
  const addresses = rows.map(({ address }) => address);
  // On its own plots also under addresses that now belong to another account.
  await db`
    with gone as (
      delete from recorded_person r using membership m
       where m.account_id = ${accountId} and (r.membership_id = m.id or (r.parcel_id = m.parcel_id
         and r.email_key in (select f.address from account_former_address f where f.account_id = ${accountId})))
      returning r.id)
    delete from residency_ending where membership_id is null and person_id in (select id from gone)`;
  await db`
    with gone as (delete from recorded_person where email_key = any(${addresses}) returning id)
    delete from residency_ending where membership_id is null and person_id in (select id from gone)`;
  await db`delete from account_former_address where account_id = ${accountId}`;
  await db`delete from plot_code where email_key = any(${addresses})`;
  await db`delete from registration where lower(email) = any(${addresses})`;
  await db`delete from letter where account_id is null and lower(to_address) = any(${addresses})`;
  await db`delete from job where queue = 'account_requests' and lower(payload->>'email') = any(${addresses})`;
  return addresses;
}
