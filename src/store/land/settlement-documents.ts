import type { Db } from '../../base/db/connect.ts';
import { type DocumentReaders, listReadableDocuments } from '../../domain/rules/settlement-documents.ts';
import type { SettlementRole } from '../../domain/rules/settlement-role.ts';
import { type MediaRow, mediaColumns } from '../media/media.ts';
import { type Condition, searchByName } from '../search/name-search.ts';
import { countsAsRead } from './document-readings.ts';

/** On whose behalf documents of a settlement are read. */
export interface DocumentReader {
  settlementId: string;
  accountId: string | null;
  settlementRole: SettlementRole;
}

/** A document with the columns of the file that is shown now. */
export interface DocumentRow extends MediaRow {
  documentId: string;
  title: string;
  /** Y-m-d */
  day: string;
  /** Empty: in none. */
  folder: string;
  readers: DocumentReaders;
  version: number;
  addedAt: Date;
  addedBy: string;
  /** The board asks that it is read. */
  asksReading: boolean;
  /** Reading this version or a later one counts. */
  readSinceVersion: number;
  /** The last version that the reader said to have read; null: none. */
  readVersion: number | null;
  /** Dwelling plots of which somebody said so. */
  plotsRead: number;
}

const columns = (db: Db, accountId: string | null) => db`
  d.id as "documentId", d.title, to_char(d.day, 'YYYY-MM-DD') as day, d.folder, d.readers, d.version,
  d.created_at as "addedAt", a.display_name as "addedBy", d.asks_reading as "asksReading",
  d.read_since_version as "readSinceVersion",
  ${
    accountId === null
      ? db`null::integer`
      : db`(select max(r.version) from settlement_document_reading r where r.document_id = d.id and r.account_id = ${accountId})`
  } as "readVersion",
  case when d.asks_reading then (
    select count(*)::int from parcel p
     where p.settlement_id = d.settlement_id and p.kind = 'dwelling' and ${countsAsRead(db)}) else 0 end as "plotsRead",
  ${mediaColumns(db)}`;

const tables = (db: Db) => db`
  settlement_document d join media m on m.id = d.media_id join account a on a.id = d.added_by`;

/** Condition on `settlement_document d`. */
const isReadableBy = (db: Db, { settlementId, accountId, settlementRole }: DocumentReader) => db`
  d.settlement_id = ${settlementId}
    and (d.readers = any(${listReadableDocuments(settlementRole)}::text[])
         ${
           accountId === null || settlementRole.readsAsBoard
             ? db``
             : db`or d.readers = 'owners' and exists (
                 select 1 from membership o join parcel op on op.id = o.parcel_id
                  where o.account_id = ${accountId} and op.settlement_id = d.settlement_id
                    and o.state = 'confirmed' and o.role = 'owner')`
         })`;

interface DocumentPage {
  after?: { day: string; id: string } | undefined;
  limit: number;
}

/** Newest day first. `q` is in the title or the folder. */
export async function listDocuments(
  db: Db,
  reader: DocumentReader,
  { q, ...page }: DocumentPage & { q?: string | undefined },
): Promise<DocumentRow[]> {
  if (q === undefined) return listWhere(db, reader, db`true`, page);
  const text = db`d.title || ' ' || d.folder`;
  return searchByName(
    db,
    q,
    { text, words: db`name_words(${text})` },
    page.after !== undefined,
    (found, which) => listWhere(db, reader, found, which === 'this' ? page : { limit: 1 }),
  );
}

async function listWhere(
  db: Db,
  reader: DocumentReader,
  condition: Condition,
  { after, limit }: DocumentPage,
): Promise<DocumentRow[]> {
  return db<DocumentRow[]>`
    select ${columns(db, reader.accountId)} from ${tables(db)}
     where ${isReadableBy(db, reader)} and ${condition}
       ${after === undefined ? db`` : db`and (d.day, d.id) < (${after.day}::date, ${after.id}::bigint)`}
     order by d.day desc, d.id desc limit ${limit}`;
}

export async function hasPublicDocument(db: Db, settlementId: string): Promise<boolean> {
  const rows = await db`
    select 1 from settlement_document where settlement_id = ${settlementId} and readers = 'public' limit 1`;
  return rows.length > 0;
}

export async function findReadableDocument(
  db: Db,
  reader: DocumentReader,
  id: string,
): Promise<DocumentRow | undefined> {
  const [row] = await db<DocumentRow[]>`
    select ${columns(db, reader.accountId)} from ${tables(db)} where d.id = ${id} and ${isReadableBy(db, reader)}`;
  return row;
}

export interface FormerVersion {
  version: number;
  /** Y-m-d */
  day: string;
  addedAt: Date;
  addedBy: string;
  contentType: string;
  bytes: string;
}

/** What was shown before, newest first. */
export async function listFormerVersions(db: Db, documentId: string): Promise<FormerVersion[]> {
  return db<FormerVersion[]>`
    select v.version, to_char(v.day, 'YYYY-MM-DD') as day, v.created_at as "addedAt", a.display_name as "addedBy",
           m.content_type as "contentType", m.bytes
      from settlement_document_version v join media m on m.id = v.media_id join account a on a.id = v.added_by
     where v.document_id = ${documentId} order by v.version desc`;
}

/** The file of one version, for who may read the document. */
export async function findDocumentFile(
  db: Db,
  reader: DocumentReader,
  at: { documentId: string; version: number },
): Promise<(MediaRow & { title: string; readers: DocumentReaders }) | undefined> {
  const [row] = await db<(MediaRow & { title: string; readers: DocumentReaders })[]>`
    select ${mediaColumns(db)}, d.title, d.readers
      from settlement_document d
      join media m on m.id = case when d.version = ${at.version} then d.media_id
                             else (select v.media_id from settlement_document_version v
                                    where v.document_id = d.id and v.version = ${at.version}) end
     where d.id = ${at.documentId} and ${isReadableBy(db, reader)}`;
  return row;
}

export interface NewDocument {
  id: string;
  settlementId: string;
  mediaId: string;
  title: string;
  day: string;
  folder: string;
  readers: DocumentReaders;
  asksReading: boolean;
  addedBy: string;
  now: Date;
}

export async function insertDocument(db: Db, document: NewDocument): Promise<void> {
  await db`
    insert into settlement_document (id, settlement_id, media_id, title, day, folder, readers, asks_reading, added_by, created_at)
    values (${document.id}, ${document.settlementId}, ${document.mediaId}, ${document.title}, ${document.day},
            ${document.folder}, ${document.readers}, ${document.asksReading}, ${document.addedBy}, ${document.now})`;
}

export interface LockedDocument {
  title: string;
  folder: string;
  readers: DocumentReaders;
  asksReading: boolean;
  version: number;
  mediaId: string;
  addedAt: Date;
  addedBy: string;
}

/** Before it is changed, replaced or removed. */
export async function lockDocument(
  db: Db,
  settlementId: string,
  id: string,
): Promise<LockedDocument | undefined> {
  const [row] = await db<LockedDocument[]>`
    select d.title, d.folder, d.readers, d.asks_reading as "asksReading", d.version, d.media_id as "mediaId",
           d.created_at as "addedAt", a.display_name as "addedBy"
      from settlement_document d join account a on a.id = d.added_by
     where d.id = ${id} and d.settlement_id = ${settlementId} for update of d`;
  return row;
}

/** What was shown becomes a former version. With the document locked. */
export async function replaceDocumentFile(
  db: Db,
  next: { id: string; mediaId: string; day: string; asksAgain: boolean; addedBy: string; now: Date },
): Promise<void> {
  await db`
    insert into settlement_document_version (document_id, version, media_id, day, added_by, created_at)
    select id, version, media_id, day, added_by, created_at from settlement_document where id = ${next.id}`;
  await db`
    update settlement_document
       set version = version + 1, media_id = ${next.mediaId}, day = ${next.day}, added_by = ${next.addedBy},
           created_at = ${next.now},
           asks_reading = asks_reading or ${next.asksAgain},
           read_since_version = case when ${next.asksAgain} then version + 1 else read_since_version end
     where id = ${next.id}`;
}

export async function saveDocument(
  db: Db,
  id: string,
  next: { title: string; folder: string; readers: DocumentReaders; asksReading: boolean },
): Promise<void> {
  await db`
    update settlement_document set title = ${next.title}, folder = ${next.folder}, readers = ${next.readers},
                                   asks_reading = ${next.asksReading} where id = ${id}`;
}

/** Files of all versions of a document. */
export async function listDocumentFiles(db: Db, id: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select media_id as id from settlement_document where id = ${id}
    union all select media_id from settlement_document_version where document_id = ${id} order by id`;
  return rows.map((row) => row.id);
}

/** With the settlement locked, so that two at once cannot exceed a bound. */
export async function countDocuments(
  db: Db,
  settlementId: string,
): Promise<{ documents: number; bytes: number }> {
  await db`select 1 from settlement where id = ${settlementId} for no key update`;
  return measureDocuments(db, settlementId);
}

export async function measureDocuments(
  db: Db,
  settlementId: string,
): Promise<{ documents: number; bytes: number }> {
  const [row] = await db<{ documents: number; bytes: number }[]>`
    select count(distinct d.id)::int as documents, coalesce(sum(m.bytes), 0)::float8 as bytes
      from settlement_document d join media m on m.subject_type = 'document' and m.subject_id = d.id
     where d.settlement_id = ${settlementId}`;
  return row ?? { documents: 0, bytes: 0 };
}
