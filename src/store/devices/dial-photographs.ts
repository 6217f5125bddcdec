import type { Db } from '../../base/db/connect.ts';
import { type MediaRow, mediaColumns } from '../media/media.ts';

/** A picture that the account has sent for a reading becomes its photograph. False: there is no such picture. */
export async function attachDialPhotograph(
  db: Db,
  photograph: { mediaId: string; readingId: string; accountId: string },
): Promise<boolean> {
  const { mediaId, readingId, accountId } = photograph;
  const taken = await db`
    update media set subject_type = 'meter_reading', subject_id = ${readingId}, visibility = 'private'
     where id = ${mediaId} and owner_id = ${accountId} and subject_type = 'message' and subject_id = owner_id
       and state <> 'failed' and content_type <> 'application/pdf' returning 1`;
  if (taken.length === 0) return false;
  await db`update meter_reading set media_id = ${mediaId} where id = ${readingId}`;
  return true;
}

export interface DialPhotograph extends MediaRow {
  measuredAt: Date;
}

export async function findDialPhotograph(
  db: Db,
  meterId: string,
  readingId: string,
): Promise<DialPhotograph | undefined> {
  const [row] = await db<DialPhotograph[]>`
    select ${mediaColumns(db)}, r.measured_at as "measuredAt"
      from meter_reading r join media m on m.id = r.media_id
     where r.id = ${readingId} and r.meter_id = ${meterId} and r.taken_back_at is null`;
  return row;
}
