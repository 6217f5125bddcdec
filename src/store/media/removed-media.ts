import type { Db } from '../../base/db/connect.ts';
import { isRemovedBy, type Removal, type Remover } from '../system/soft-delete.ts';
import { seesMedia } from '../visibility/media-visibility.ts';
import type { Reader } from '../visibility/visibility.ts';
import { type MediaFilter, type MediaRow, mediaColumns } from './media.ts';

/** Files that the account soft-deleted in a settlement and can restore, as far as it may see them; newest first. */
export async function listRemovedMedia(
  db: Db,
  view: Reader,
  remover: Remover,
  { parcelId, subject, before }: MediaFilter,
  limit: number,
): Promise<(MediaRow & Removal)[]> {
  return db<(MediaRow & Removal)[]>`
    select ${mediaColumns(db)}, r.tags, r.removed_at as "removedAt"
      from removed_thing r, jsonb_populate_record(null::media, r.content) m
     where ${isRemovedBy(db, 'media', remover)} and r.settlement_id = ${view.settlementId} and ${seesMedia(db, view)}
       ${parcelId === undefined ? db`` : db`and r.parcel_id = ${parcelId}`}
       ${subject === undefined ? db`` : db`and m.subject_type = ${subject.type} and m.subject_id = ${subject.id}`}
       ${before === undefined ? db`` : db`and r.id < ${before}`}
     order by r.id desc limit ${limit}`;
}
