import type { Db } from '../../base/db/connect.ts';
import { type MediaRow, mediaColumns } from '../media/media.ts';

/** A document with the columns of its file. */
export interface DocumentRow extends MediaRow {
  documentId: string;
  title: string;
  /** Y-m-d */
  day: string;
  /** Empty: in none. */
  folder: string;
  /** The board asks that it is read. */
  asksReading: boolean;
  /** When the reader said to have read it. */
  readAt: Date | null;
  /** Dwelling plots of which somebody said so. */
  plotsRead: number;
}

const columns = (db: Db, accountId: string) => db`
  d.id as "documentId", d.title, to_char(d.day, 'YYYY-MM-DD') as day, d.folder, d.asks_reading as "asksReading",
  (select r.read_at from settlement_document_reading r where r.document_id = d.id and r.account_id = ${accountId}) as "readAt",
  case when d.asks_reading then (select count(*)::int ${readPlots(db)}) else 0 end as "plotsRead", ${mediaColumns(db)}`;

/** Dwelling plots of the document `d` of which a confirmed member said to have read it. */
const readPlots = (db: Db) => db`
  from parcel p where p.settlement_id = d.settlement_id and p.kind = 'dwelling' and ${isReadOn(db)}`;

const isReadOn = (db: Db) => db`
  exists (select 1 from settlement_document_reading r join membership m on m.account_id = r.account_id
           where r.document_id = d.id and m.parcel_id = p.id and m.state = 'confirmed')`;

/** Newest day first. */
export async function listDocuments(
  db: Db,
  { settlementId, accountId }: { settlementId: string; accountId: string },
  page: { after?: { day: string; id: string } | undefined; limit: number },
): Promise<DocumentRow[]> {
  const { after, limit } = page;
  return db<DocumentRow[]>`
    select ${columns(db, accountId)} from settlement_document d join media m on m.id = d.media_id
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
    folder: string;
    asksReading: boolean;
    addedBy: string;
    now: Date;
  },
): Promise<boolean> {
  const rows = await db<{ id: string }[]>`
    insert into settlement_document (id, settlement_id, media_id, title, day, folder, asks_reading, added_by, created_at)
    values (${document.id}, ${document.settlementId}, ${document.mediaId}, ${document.title}, ${document.day},
            ${document.folder}, ${document.asksReading}, ${document.addedBy}, ${document.now})
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

/** With the settlement locked, so that two at once cannot exceed a bound. */
export async function countDocuments(db: Db, settlementId: string): Promise<number> {
  await db`select 1 from settlement where id = ${settlementId} for no key update`;
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from settlement_document where settlement_id = ${settlementId}`;
  return row?.count ?? 0;
}

export async function findDocument(
  db: Db,
  settlementId: string,
  id: string,
): Promise<{ title: string; asksReading: boolean } | undefined> {
  const [row] = await db<{ title: string; asksReading: boolean }[]>`
    select title, asks_reading as "asksReading" from settlement_document
     where id = ${id} and settlement_id = ${settlementId}`;
  return row;
}

/** Saying it again keeps the first time. */
export async function insertDocumentReading(
  db: Db,
  reading: { documentId: string; accountId: string; at: Date },
): Promise<void> {
  await db`
    insert into settlement_document_reading (document_id, account_id, read_at)
    values (${reading.documentId}, ${reading.accountId}, ${reading.at}) on conflict do nothing`;
}

export interface UnreadPlotRow {
  id: string;
  number: string;
  /** Nobody is confirmed there: only paper reaches it. */
  nobody: boolean;
}

/** Dwelling plots of which nobody said to have read it, in the order of their identifiers. */
export async function listUnreadPlots(
  db: Db,
  documentId: string,
  page: { after: string | undefined; limit: number },
): Promise<UnreadPlotRow[]> {
  const { after, limit } = page;
  return db<UnreadPlotRow[]>`
    select p.id, p.number,
           not exists (select 1 from membership m where m.parcel_id = p.id and m.state = 'confirmed') as nobody
      from settlement_document d join parcel p on p.settlement_id = d.settlement_id and p.kind = 'dwelling'
     where d.id = ${documentId} and not ${isReadOn(db)}
       ${after === undefined ? db`` : db`and p.id > ${after}`}
     order by p.id limit ${limit}`;
}

export async function countReading(
  db: Db,
  documentId: string,
): Promise<{ plots: number; read: number } | undefined> {
  const [row] = await db<{ plots: number; read: number }[]>`
    select count(*)::int as plots, (count(*) filter (where ${isReadOn(db)}))::int as read
      from settlement_document d join parcel p on p.settlement_id = d.settlement_id and p.kind = 'dwelling'
     where d.id = ${documentId}`;
  return row;
}
