import type { Db } from '../../base/db/connect.ts';
import type { Language } from '../../base/i18n/text.ts';
import { normalizeEmail } from '../../domain/rules/email.ts';

/** A registration whose address is not confirmed yet. */
export interface RegistrationRow {
  email: string;
  displayName: string;
  passwordHash: string;
  browserHash: Buffer;
  language: Language;
  next: string | null;
  /** Of the policies agreed to; null when there were none. */
  policyVersion: number | null;
}

export async function insertRegistration(
  db: Db,
  row: RegistrationRow & { hash: Buffer; now: Date; expiresAt: Date },
): Promise<void> {
  await db`
    insert into registration
      (token_hash, email, display_name, password_hash, browser_hash, language, next, policy_version, created_at,
       expires_at)
    values (${row.hash}, ${row.email.trim()}, ${row.displayName}, ${row.passwordHash}, ${row.browserHash},
            ${row.language}, ${row.next}, ${row.policyVersion ?? null}, ${row.now}, ${row.expiresAt})`;
}

const columns = (db: Db) => db`
  email, display_name as "displayName", password_hash as "passwordHash", browser_hash as "browserHash", language, next,
  policy_version as "policyVersion"`;

export async function findRegistration(
  db: Db,
  hash: Buffer,
  now: Date,
): Promise<RegistrationRow | undefined> {
  const [row] = await db<RegistrationRow[]>`
    select ${columns(db)} from registration where token_hash = ${hash} and expires_at > ${now}`;
  return row;
}

export async function findNewestRegistration(
  db: Db,
  email: string,
  now: Date,
): Promise<RegistrationRow | undefined> {
  const [row] = await db<RegistrationRow[]>`
    select ${columns(db)} from registration
     where lower(email) = ${normalizeEmail(email)} and expires_at > ${now} order by created_at desc limit 1`;
  return row;
}

/** Deletes and returns the registration, with every other one of the same address. */
export async function consumeRegistration(
  db: Db,
  hash: Buffer,
  now: Date,
): Promise<RegistrationRow | undefined> {
  const [row] = await db<RegistrationRow[]>`
    delete from registration where token_hash = ${hash} and expires_at > ${now} returning ${columns(db)}`;
  if (row !== undefined) await db`delete from registration where lower(email) = ${normalizeEmail(row.email)}`;
  return row;
}

/** The confirmed registrant takes over an account whose address was never confirmed. */
export async function claimUnconfirmedAccount(
  db: Db,
  accountId: string,
  person: { displayName: string; passwordHash: string; language: Language },
  now: Date,
): Promise<void> {
  await db`
    update account set display_name = ${person.displayName}, password_hash = ${person.passwordHash},
                       language = ${person.language}, email_confirmed_at = ${now}
     where id = ${accountId} and email_confirmed_at is null and deleted_at is null`;
}
