import type { Db } from '../../base/db/connect.ts';

export interface SealedSecret {
  id: string;
  envelope: string;
}

export async function findEnvelope(db: Db, id: string): Promise<string | null> {
  const [row] = await db<{ envelope: string | null }[]>`
    select convert_from(secret, 'UTF8') as envelope from device_connection where id = ${id}`;
  return row?.envelope ?? null;
}

/** Envelopes under other keys than the one with `prefix`, ordered by connection. */
export async function listEnvelopesOfOtherKeys(
  db: Db,
  prefix: string,
  after: string,
  limit: number,
): Promise<SealedSecret[]> {
  return db<SealedSecret[]>`
    select id, convert_from(secret, 'UTF8') as envelope from device_connection
     where id > ${after} and substring(secret from 1 for ${prefix.length}) <> ${Buffer.from(prefix)}
     order by id limit ${limit}`;
}

export async function countEnvelopesOfOtherKeys(db: Db, prefix: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from device_connection
     where substring(secret from 1 for ${prefix.length}) <> ${Buffer.from(prefix)}`;
  return row?.count ?? 0;
}

/** All prefixes are of the same length. */
export async function countEnvelopesOfUnknownKeys(db: Db, prefixes: readonly string[]): Promise<number> {
  const length = prefixes[0]?.length ?? 0;
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from device_connection
     where convert_from(substring(secret from 1 for ${length}), 'UTF8') <> all(${prefixes as string[]})`;
  return row?.count ?? 0;
}

/** Compare-and-set: a secret entered meanwhile is kept. */
export async function replaceEnvelopes(
  db: Db,
  changes: readonly { id: string; from: string; to: string }[],
): Promise<void> {
  if (changes.length === 0) return;
  await db`
    update device_connection c set secret = convert_to(v.next, 'UTF8')
      from unnest(${changes.map(({ id }) => id)}::bigint[], ${changes.map(({ from }) => from)}::text[],
                  ${changes.map(({ to }) => to)}::text[]) v (id, former, next)
     where c.id = v.id and c.secret = convert_to(v.former, 'UTF8')`;
}
