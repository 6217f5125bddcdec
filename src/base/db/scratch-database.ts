import { randomBytes } from 'node:crypto';
import type { Pool } from './connect.ts';

/** Connects to another database of the same server. */
export type ConnectTo = (database: string) => Pool;

export interface ScratchDatabase {
  pool: Pool;
  drop(): Promise<void>;
}

const prefix = 'settlements_scratch_';
/** No use of a scratch database takes longer; one that is older was left by a process that died. */
const maxHours = 12;

/** An empty database beside the given one, with its locale. Throws when the user may not create it. */
export async function createScratchDatabase(pool: Pool, connectTo: ConnectTo): Promise<ScratchDatabase> {
  await dropLeftovers(pool);
  const name = `${prefix}${Date.now()}_${randomBytes(4).toString('hex')}`;
  const [own] = await pool<{ collation: string | null; letters: string | null; provider: string }[]>`
    select datcollate as collation, datctype as letters, datlocprovider::text as provider
      from pg_database where datname = current_database()`;
  const { collation = null, letters = null, provider = '' } = own ?? {};
  const quote = (value: string) => `'${value.replaceAll("'", "''")}'`;
  const locale =
    provider === 'c' && collation !== null && letters !== null
      ? `template template0 encoding 'UTF8' lc_collate ${quote(collation)} lc_ctype ${quote(letters)}`
      : '';
  await pool.unsafe(`create database ${name} ${locale}`);
  const scratch = connectTo(name);
  return {
    pool: scratch,
    async drop() {
      await scratch.end({ timeout: 5 });
      await pool.unsafe(`drop database if exists ${name} with (force)`);
    },
  };
}

async function dropLeftovers(pool: Pool): Promise<void> {
  const rows = await pool<{ name: string }[]>`
    select datname as name from pg_database where starts_with(datname, ${prefix}) limit 100`;
  for (const { name } of rows) {
    const madeAt = Number(name.slice(prefix.length).split('_')[0]);
    if (Date.now() - madeAt > maxHours * 3_600_000)
      await pool`drop database if exists ${pool(name)} with (force)`.catch(() => {});
  }
}
