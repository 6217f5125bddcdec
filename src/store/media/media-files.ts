import type { Db } from '../../base/db/connect.ts';
import { unfinishedBackup } from '../system/backup-runs.ts';
import type { SavedRendition } from './media.ts';

/** Queries of the rendition job and the media sweep. */

export async function saveRenditions(
  db: Db,
  id: string,
  renditions: Record<string, SavedRendition>,
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

/** Requires that no job is left, because age alone proves nothing after downtime or for backdated demo data. */
export async function failStaleMedia(db: Db, before: Date): Promise<void> {
  await db`
    update media m set state = 'failed', blobs = '{}'
     where m.state = 'processing' and m.created_at < ${before}
       and not exists (select 1 from job j where j.queue = 'media_renditions' and j.failed_at is null
                                             and j.payload->>'media' = m.id::text)`;
}

/** Photographs uploaded for messages that were never sent; the media sweep removes their files. */
export async function deleteUnsentMedia(db: Db, before: Date): Promise<void> {
  await db`
    with gone as (
      delete from media where subject_type = 'message' and subject_id = owner_id and created_at < ${before} returning id
    )
    delete from replaced_value where subject_type = 'media' and subject_id in (select id from gone)`;
}

/** Blobs that no row refers to; none while a backup is being written, which may still need them. */
export async function listUnusedBlobs(db: Db, hashes: readonly string[], now: Date): Promise<string[]> {
  if (hashes.length === 0) return [];
  const rows = await db<{ hash: string }[]>`
    select h.hash from unnest(${[...hashes]}::text[]) h (hash)
     where not exists (select 1 from media m where m.blobs @> array[decode(h.hash, 'hex')])
       and not exists (select 1 from removed_thing r where r.blobs @> array[decode(h.hash, 'hex')])
       and not exists (select 1 from data_export e where e.sha256 = decode(h.hash, 'hex'))
       and not exists (${unfinishedBackup(db, now)})`;
  return rows.map((row) => row.hash);
}
