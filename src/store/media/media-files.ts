import type { Db } from '../../base/db/connect.ts';
import type { KeptRendition } from './media.ts';

/** What the job that makes renditions, and the sweeper, need to know about files. */

export async function saveRenditions(
  db: Db,
  id: string,
  renditions: Record<string, KeptRendition>,
): Promise<boolean> {
  const blobs = Object.values(renditions).map(({ sha256 }) => sha256);
  const rows = await db`
    update media set renditions = ${db.json(renditions as never)}, state = 'ready',
                     blobs = array(select distinct decode(h, 'hex') from unnest(${blobs}::text[]) h)
     where id = ${id} and state = 'processing' returning 1`;
  return rows.length > 0;
}

export async function failMedia(db: Db, id: string): Promise<void> {
  await db`update media set state = 'failed', blobs = '{}' where id = ${id} and state = 'processing'`;
}

/** Old, and no job left that would make them: age alone says nothing after a service was down, or about a demonstration's past. */
export async function failStaleMedia(db: Db, before: Date): Promise<void> {
  await db`
    update media m set state = 'failed', blobs = '{}'
     where m.state = 'processing' and m.created_at < ${before}
       and not exists (select 1 from job j where j.queue = 'media_renditions' and j.failed_at is null
                                             and j.payload->>'media' = m.id::text)`;
}

/** Photographs of messages that were never sent; their files go with what no row needs. */
export async function deleteUnsentMedia(db: Db, before: Date): Promise<void> {
  await db`delete from media where subject_type = 'message' and subject_id = owner_id and created_at < ${before}`;
}

/** Those of the blobs that no row needs. */
export async function listUnusedBlobs(db: Db, hashes: readonly string[]): Promise<string[]> {
  if (hashes.length === 0) return [];
  const rows = await db<{ hash: string }[]>`
    select h.hash from unnest(${[...hashes]}::text[]) h (hash)
     where not exists (select 1 from media m where m.blobs @> array[decode(h.hash, 'hex')])
       and not exists (select 1 from removed_thing r where r.blobs @> array[decode(h.hash, 'hex')])
       and not exists (select 1 from data_export e where e.sha256 = decode(h.hash, 'hex'))`;
  return rows.map((row) => row.hash);
}
