import type { Db } from '../../base/db/connect.ts';
import type { BoundaryPreview, SavedDrawing } from '../../domain/kernel/ports.ts';

/** Previews kept per account; older ones are deleted. */
const maxPreviewsPerAccount = 5;

export async function saveBoundaryPreview(db: Db, preview: BoundaryPreview): Promise<void> {
  await db`
    with gone as (
      delete from boundary_preview
       where handle in (select handle from boundary_preview where account_id = ${preview.accountId} and handle <> ${preview.handle}
                         order by created_at desc, handle offset ${maxPreviewsPerAccount - 1}))
    insert into boundary_preview (handle, account_id, settlement_id, drawing, land, created_at, expires_at)
    values (${preview.handle}, ${preview.accountId}, ${preview.settlementId}, ${db.json(preview.drawing as never)},
            ${preview.land}, ${preview.createdAt}, ${preview.expiresAt})
    on conflict (handle) do update set created_at = excluded.created_at, expires_at = excluded.expires_at`;
}

/** Only for its author, in the same settlement, until it expires. */
export async function findBoundaryPreview(
  db: Db,
  handle: string,
  { accountId, settlementId, now }: { accountId: string; settlementId: string; now: Date },
): Promise<{ drawing: SavedDrawing; land: string } | undefined> {
  const [row] = await db<{ drawing: SavedDrawing; land: string }[]>`
    select drawing, land from boundary_preview
     where handle = ${handle} and account_id = ${accountId} and settlement_id = ${settlementId} and expires_at > ${now}`;
  return row;
}
