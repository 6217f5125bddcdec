import type { Db } from '../../base/db/connect.ts';

/** Condition on `settlement_document d` and `parcel p`: a confirmed member said to have read a version that counts. */
export const countsAsRead = (db: Db) => db`
  exists (select 1 from settlement_document_reading r join membership m on m.account_id = r.account_id
           where r.document_id = d.id and r.version >= d.read_since_version
             and m.parcel_id = p.id and m.state = 'confirmed' and (d.readers <> 'owners' or m.role = 'owner'))`;

/** Saying it again keeps the first time. */
export async function insertDocumentReading(
  db: Db,
  reading: { documentId: string; version: number; accountId: string; at: Date },
): Promise<void> {
  await db`
    insert into settlement_document_reading (document_id, account_id, version, read_at)
    values (${reading.documentId}, ${reading.accountId}, ${reading.version}, ${reading.at}) on conflict do nothing`;
}

export interface UnreadPlotRow {
  id: string;
  number: string;
  /** Nobody is confirmed there: only paper reaches it. */
  nobody: boolean;
  /** The last version that somebody there has read, which is too old; null: none. */
  readVersion: number | null;
}

/** Dwelling plots of which nobody said to have read a version that counts, in the order of their identifiers. */
export async function listUnreadPlots(
  db: Db,
  documentId: string,
  page: { after: string | undefined; limit: number },
): Promise<UnreadPlotRow[]> {
  const { after, limit } = page;
  return db<UnreadPlotRow[]>`
    select p.id, p.number,
           not exists (select 1 from membership m where m.parcel_id = p.id and m.state = 'confirmed') as nobody,
           (select max(r.version) from settlement_document_reading r join membership m on m.account_id = r.account_id
             where r.document_id = d.id and m.parcel_id = p.id and m.state = 'confirmed'
               and (d.readers <> 'owners' or m.role = 'owner')) as "readVersion"
      from settlement_document d join parcel p on p.settlement_id = d.settlement_id and p.kind = 'dwelling'
     where d.id = ${documentId} and not ${countsAsRead(db)}
       ${after === undefined ? db`` : db`and p.id > ${after}`}
     order by p.id limit ${limit}`;
}

export async function countReading(
  db: Db,
  documentId: string,
): Promise<{ plots: number; read: number } | undefined> {
  const [row] = await db<{ plots: number; read: number }[]>`
    select count(*)::int as plots, (count(*) filter (where ${countsAsRead(db)}))::int as read
      from settlement_document d join parcel p on p.settlement_id = d.settlement_id and p.kind = 'dwelling'
     where d.id = ${documentId}`;
  return row;
}
