import type { Db } from '../../base/db/connect.ts';
import { type MediaRow, mediaColumns } from '../media/media.ts';

/** A document with the columns of its file. */
export interface DocumentRow extends MediaRow {
  documentId: string;
  title: string;
  /** Y-m-d */
  day: string;
}

const columns = (db: Db) => db`
  d.id as "documentId", d.title, to_char(d.day, 'YYYY-MM-DD') as day, ${mediaColumns(db)}`;

/** Newest day first. */
export async function listDocuments(
  db: Db,
  settlementId: string,
  page: { after?: { day: string; id: string } | undefined; limit: number },
): Promise<DocumentRow[]> {
  const { after, limit } = page;
  return db<DocumentRow[]>`
    select ${columns(db)} from settlement_document d join media m on m.id = d.media_id
     where d.settlement_id = ${settlementId}
       ${after === undefined ? db`` : db`and (d.day, d.id) < (${after.day}::date, ${after.id}::bigint)`}
     order by d.day desc, d.id desc limit ${limit}`;
}

export async function insertDocument(
  db: Db,
  document: {
    id: string;
    settlementId: string;
    mediaId: string;
    title: string;
    day: string;
    addedBy: string;
    now: Date;
  },
): Promise<boolean> {
  const rows = await db<{ id: string }[]>`
    insert into settlement_document (id, settlement_id, media_id, title, day, added_by, created_at)
    values (${document.id}, ${document.settlementId}, ${document.mediaId}, ${document.title}, ${document.day},
            ${document.addedBy}, ${document.now})
    on conflict (media_id) do nothing returning id`;
  return rows.length > 0;
}

/** Locks the document before it and its file are removed. */
export async function lockDocument(
  db: Db,
  settlementId: string,
  id: string,
): Promise<{ title: string; mediaId: string } | undefined> {
  const [row] = await db<{ title: string; mediaId: string }[]>`
    select title, media_id as "mediaId" from settlement_document
     where id = ${id} and settlement_id = ${settlementId} for update`;
  return row;
}
