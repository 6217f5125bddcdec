import type { Db } from '../../base/db/connect.ts';
import type { Language } from '../../base/i18n/text.ts';
import type { Scope } from '../../domain/kernel/caller.ts';
import { type SilenceRow, standingSilences } from '../visibility/silences.ts';

/**
 * NOTIFY channel for cache invalidation: ids of accounts whose tokens, roles or memberships changed, or * for many.
 */
export const accountKeysChannel = 'account_keys';

export interface BearerRow {
  tokenId: string;
  accountId: string;
  scopes: Scope[];
  expiresAt: Date;
  isModerator: boolean;
  language: Language;
  silences: SilenceRow[] | null;
  /** Null for a personal token, which is not bound to an issuer or resource. */
  issuer: string | null;
  resource: string | null;
}

export interface PersonalTokenRow {
  id: string;
  name: string;
  /** Of the hash, to tell tokens of one name apart. */
  fingerprint: string;
  scopes: Scope[];
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
}

export async function findPersonalBearer(db: Db, hash: Buffer, now: Date): Promise<BearerRow | undefined> {
  const [row] = await db<BearerRow[]>`
    select t.id as "tokenId", t.account_id as "accountId", t.scopes, t.expires_at as "expiresAt",
           coalesce(a.platform_role = 'moderator', false) as "isModerator", a.language,
           ${standingSilences(db, now)} as silences, null as issuer, null as resource
      from personal_token t join account a on a.id = t.account_id
     where t.token_hash = ${hash} and t.revoked_at is null and t.expires_at > ${now} and a.deleted_at is null`;
  return row;
}

export async function findAccessBearer(db: Db, hash: Buffer, now: Date): Promise<BearerRow | undefined> {
  const [row] = await db<BearerRow[]>`
    select t.grant_id as "tokenId", g.account_id as "accountId", t.scopes, t.expires_at as "expiresAt",
           coalesce(a.platform_role = 'moderator', false) as "isModerator", a.language,
           ${standingSilences(db, now)} as silences, g.issuer, g.resource
      from oauth_token t join oauth_grant g on g.id = t.grant_id join account a on a.id = g.account_id
     where t.token_hash = ${hash} and t.kind = 'access' and t.revoked_at is null and g.revoked_at is null
       and t.expires_at > ${now} and a.deleted_at is null`;
  return row;
}

export async function markTokensUsed(
  db: Db,
  personal: readonly string[],
  grants: readonly string[],
  now: Date,
): Promise<void> {
  if (personal.length > 0)
    await db`update personal_token set last_used_at = ${now} where id = any(${personal}::bigint[])`;
  if (grants.length > 0)
    await db`update oauth_grant set last_used_at = ${now} where id = any(${grants}::bigint[])`;
}

export async function insertPersonalToken(
  db: Db,
  token: {
    id: string;
    accountId: string;
    name: string;
    hash: Buffer;
    scopes: readonly Scope[];
    createdAt: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await db`
    insert into personal_token (id, account_id, name, token_hash, scopes, created_at, expires_at)
    values (${token.id}, ${token.accountId}, ${token.name}, ${token.hash}, ${[...token.scopes]}, ${token.createdAt},
            ${token.expiresAt})`;
}

export async function listPersonalTokens(db: Db, accountId: string, now: Date): Promise<PersonalTokenRow[]> {
  return db<PersonalTokenRow[]>`
    select id, name, encode(substring(token_hash for 4), 'hex') as fingerprint, scopes, created_at as "createdAt",
           expires_at as "expiresAt", last_used_at as "lastUsedAt"
      from personal_token
     where account_id = ${accountId} and revoked_at is null and expires_at > ${now}
     order by id desc limit 200`;
}

export async function revokePersonalToken(
  db: Db,
  accountId: string,
  id: string,
  now: Date,
): Promise<Buffer | undefined> {
  const [row] = await db<{ hash: Buffer }[]>`
    update personal_token set revoked_at = ${now}
     where id = ${id} and account_id = ${accountId} and revoked_at is null returning token_hash as hash`;
  return row?.hash;
}

/** Revokes personal tokens, OAuth grants, calendar links and unused upload tickets of the account. */
export async function revokeAllTokens(db: Db, accountId: string, now: Date): Promise<void> {
  await db`update personal_token set revoked_at = ${now} where account_id = ${accountId} and revoked_at is null`;
  await db`update oauth_grant set revoked_at = ${now} where account_id = ${accountId} and revoked_at is null`;
  await db`delete from calendar_link where account_id = ${accountId}`;
  await db`delete from settlement_calendar_link where account_id = ${accountId}`;
  await db`delete from upload_ticket where account_id = ${accountId} and used_at is null`;
}
