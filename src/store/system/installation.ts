import type { Db } from '../../base/db/connect.ts';

export type SettingName = 'base_url' | 'smtp_url' | 'service_url' | 'push_keys' | 'backup';

export interface SettingRow {
  name: SettingName;
  sealed: string;
}

export async function listSettings(db: Db): Promise<SettingRow[]> {
  return db<SettingRow[]>`select name, sealed from installation_setting order by name`;
}

/** Null removes it. */
export async function saveSetting(
  db: Db,
  name: SettingName,
  sealed: string | null,
  now: Date,
): Promise<void> {
  if (sealed === null) await db`delete from installation_setting where name = ${name}`;
  else
    await db`
      insert into installation_setting (name, sealed, changed_at) values (${name}, ${sealed}, ${now})
      on conflict (name) do update set sealed = excluded.sealed, changed_at = excluded.changed_at`;
}

/** Unless another instance has done so meanwhile. */
export async function insertSetting(db: Db, name: SettingName, sealed: string, now: Date): Promise<void> {
  await db`
    insert into installation_setting (name, sealed, changed_at) values (${name}, ${sealed}, ${now})
    on conflict (name) do nothing`;
}

/** Replaces an envelope unless the setting was changed meanwhile. */
export async function replaceSealedSetting(
  db: Db,
  { name, sealed }: SettingRow,
  resealed: string,
): Promise<void> {
  await db`update installation_setting set sealed = ${resealed} where name = ${name} and sealed = ${sealed}`;
}

/** Replaces earlier links: only the newest works. */
export async function insertSetupLink(db: Db, hash: Buffer, expiresAt: Date): Promise<void> {
  await db`delete from setup_link`;
  await db`insert into setup_link (token_hash, expires_at) values (${hash}, ${expiresAt})`;
}

export async function isSetupLinkValid(db: Db, hash: Buffer, now: Date): Promise<boolean> {
  const rows = await db`select 1 from setup_link where token_hash = ${hash} and expires_at > ${now}`;
  return rows.length > 0;
}

/** Serializes setups until the transaction ends; true when the link was valid, which it is no longer. */
export async function consumeSetupLink(db: Db, hash: Buffer, now: Date): Promise<boolean> {
  await db`lock table setup_link in exclusive mode`;
  const rows = await db`
    delete from setup_link where token_hash = ${hash} and expires_at > ${now} returning 1`;
  return rows.length > 0;
}

export async function hasOperator(db: Db): Promise<boolean> {
  const rows = await db`select 1 from account where is_operator and deleted_at is null limit 1`;
  return rows.length > 0;
}

export async function hasModerator(db: Db): Promise<boolean> {
  const rows = await db`
    select 1 from account where platform_role = 'moderator' and deleted_at is null limit 1`;
  return rows.length > 0;
}

/** Somebody besides the first operator relies on the installation. */
export async function isInUse(db: Db): Promise<boolean> {
  const [row] = await db<{ inUse: boolean }[]>`
    select exists (select 1 from settlement) or (select count(*) > 1 from (select 1 from account limit 2) a) as "inUse"`;
  return row?.inUse ?? true;
}
