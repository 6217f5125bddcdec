import type { Db } from '../../base/db/connect.ts';
import type { Language } from '../../base/i18n/text.ts';
import { normalizeEmail } from '../../domain/rules/email.ts';

export interface AccountRow {
  id: string;
  email: string;
  displayName: string;
  language: Language;
  platformRole: 'moderator' | null;
  /** Operators run the installation; the role grants no access to private content. */
  isOperator: boolean;
  createdAt: Date;
}

export interface InterfaceSettingsRow {
  stickyHeader: boolean;
  stickySidebar: boolean;
  assistantWidth: number | null;
  skin: string | null;
  objectsView: string | null;
}

export const defaultInterfaceSettings: InterfaceSettingsRow = {
  stickyHeader: true,
  stickySidebar: true,
  assistantWidth: null,
  skin: null,
  objectsView: null,
};

export async function insertAccount(
  db: Db,
  account: {
    id: string;
    email: string;
    displayName: string;
    language: Language;
    passwordHash: string | null;
    emailConfirmedAt: Date | null;
    createdAt: Date;
  },
): Promise<void> {
  await db`
    insert into account (id, email, email_key, email_confirmed_at, password_hash, display_name, language, created_at)
    values (${account.id}, ${account.email.trim()}, ${normalizeEmail(account.email)}, ${account.emailConfirmedAt},
            ${account.passwordHash}, ${account.displayName}, ${account.language}, ${account.createdAt})`;
}

const columns = (db: Db) => db`
  id, email, display_name as "displayName", language, platform_role as "platformRole", is_operator as "isOperator", created_at as "createdAt"`;

export async function findAccount(db: Db, id: string): Promise<AccountRow | undefined> {
  const [row] = await db<
    AccountRow[]
  >`select ${columns(db)} from account where id = ${id} and deleted_at is null`;
  return row;
}

export async function findAccountByEmail(db: Db, email: string): Promise<AccountRow | undefined> {
  const [row] = await db<AccountRow[]>`
    select ${columns(db)} from account where email_key = ${normalizeEmail(email)} and deleted_at is null`;
  return row;
}

export async function updateProfile(
  db: Db,
  id: string,
  change: { displayName?: string | undefined; language?: Language | undefined },
): Promise<void> {
  await db`
    update account set display_name = coalesce(${change.displayName ?? null}, display_name),
                       language = coalesce(${change.language ?? null}, language)
     where id = ${id}`;
}

export async function setPlatformRole(db: Db, id: string, role: 'moderator' | null): Promise<void> {
  await db`update account set platform_role = ${role} where id = ${id}`;
}

export async function setOperator(db: Db, id: string, isOperator: boolean): Promise<void> {
  await db`update account set is_operator = ${isOperator} where id = ${id}`;
}

export async function findInterfaceSettings(db: Db, accountId: string): Promise<InterfaceSettingsRow> {
  const [row] = await db<InterfaceSettingsRow[]>`
    select sticky_header as "stickyHeader", sticky_sidebar as "stickySidebar", assistant_width as "assistantWidth", skin,
           objects_view as "objectsView"
      from interface_settings where account_id = ${accountId}`;
  return row ?? defaultInterfaceSettings;
}

/**
 * Serializes concurrent updates of an account. `no key update`, not `update`: a transaction that already holds the
 * key share lock of a foreign key must not deadlock.
 */
export async function lockAccount(db: Db, id: string): Promise<void> {
  await db`select 1 from account where id = ${id} for no key update`;
}

export async function saveInterfaceSettings(
  db: Db,
  accountId: string,
  settings: InterfaceSettingsRow,
): Promise<void> {
  await db`
    insert into interface_settings (account_id, sticky_header, sticky_sidebar, assistant_width, skin, objects_view)
    values (${accountId}, ${settings.stickyHeader}, ${settings.stickySidebar}, ${settings.assistantWidth}, ${settings.skin}, ${settings.objectsView})
    on conflict (account_id) do update
      set sticky_header = excluded.sticky_header, sticky_sidebar = excluded.sticky_sidebar,
          assistant_width = excluded.assistant_width, skin = excluded.skin, objects_view = excluded.objects_view`;
}
