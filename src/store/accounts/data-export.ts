import type { Db } from '../../base/db/connect.ts';
import type { Language } from '../../base/i18n/text.ts';
import type { SavedRendition } from '../media/media.ts';
import { type ExportedTable, hiddenColumns, ownMeterReadings } from './exported-tables.ts';

export interface DataExport {
  id: string;
  state: 'waiting' | 'ready' | 'failed';
  requestedAt: Date;
  expiresAt: Date | null;
  bytes: string | null;
  /** Of the zip file, in hex. */
  sha256: string | null;
}

/** The latest export that has not expired. Lock the account before deciding on it. */
export async function findLatestExport(
  db: Db,
  accountId: string,
  now: Date,
): Promise<DataExport | undefined> {
  const [row] = await db<DataExport[]>`
    select id, state, requested_at as "requestedAt", expires_at as "expiresAt", bytes, encode(sha256, 'hex') as sha256
      from data_export where account_id = ${accountId} and (expires_at is null or expires_at > ${now}) order by id desc limit 1`;
  return row;
}

export async function insertExport(
  db: Db,
  request: { id: string; accountId: string; requestedAt: Date },
): Promise<void> {
  await db`insert into data_export (id, account_id, requested_at) values (${request.id}, ${request.accountId}, ${request.requestedAt})`;
}

/** Undefined when the export is not waiting or the account is deleted. */
export async function findWaitingExport(
  db: Db,
  id: string,
): Promise<{ accountId: string; email: string; language: Language } | undefined> {
  const [row] = await db<{ accountId: string; email: string; language: Language }[]>`
    select a.id as "accountId", a.email, a.language from data_export e join account a on a.id = e.account_id
     where e.id = ${id} and e.state = 'waiting' and a.deleted_at is null`;
  return row;
}

/** False when the export is no longer waiting. */
export async function finishExport(
  db: Db,
  id: string,
  file: { sha256: string; bytes: number; finishedAt: Date; expiresAt: Date },
): Promise<boolean> {
  const rows = await db`
    update data_export set state = 'ready', sha256 = ${Buffer.from(file.sha256, 'hex')}, bytes = ${file.bytes},
                           finished_at = ${file.finishedAt}, expires_at = ${file.expiresAt}
     where id = ${id} and state = 'waiting' returning 1`;
  return rows.length > 0;
}

export async function failExport(db: Db, id: string, at: Date): Promise<void> {
  await db`update data_export set state = 'failed', finished_at = ${at} where id = ${id} and state = 'waiting'`;
}

const batchSize = 200;

/** What identifiers in a row mean, under the same key with `_name`. */
const namesBeside = (db: Db, isKept: ReturnType<Db>) => db`
  coalesce((
    select jsonb_object_agg(regexp_replace(n.k, '_id$', '_name'), n.name) from (
      select k, case
               when k = 'settlement_id' then (select x.name from settlement x where x.id = (v #>> '{}')::bigint)
               when k in ('parcel_id', 'to_parcel_id') then (select x.number from parcel x where x.id = (v #>> '{}')::bigint)
               when k = 'company_id' or (k = 'subject_id' and to_jsonb(t) ->> 'subject_type' = 'company')
                 then (select x.name from company x where x.id = (v #>> '{}')::bigint)
               when k = 'contact_id' or (k = 'subject_id' and to_jsonb(t) ->> 'subject_type' = 'contact')
                 then (select x.name from contact x where x.id = (v #>> '{}')::bigint)
               when k = 'object_id' then (select x.title from parcel_object x where x.id = (v #>> '{}')::bigint)
               when k = 'device_id' then (select x.name from device x where x.id = (v #>> '{}')::bigint)
               when k = 'sensor_id' then (select x.name from sensor x where x.id = (v #>> '{}')::bigint)
             end as name
        from jsonb_each(to_jsonb(t)) as f (k, v) where k like '%\\_id' and jsonb_typeof(v) = 'number' and ${isKept}) n
     where n.name is not null), '{}')`;

/** Safe to inline: an identifier is digits only. */
const asAccount = (db: Db, condition: string, accountId: string) =>
  db.unsafe(condition.replaceAll('$account', `${BigInt(accountId)}`));

/** The account's rows of one table as JSON text: parsing it in JavaScript would round big numbers. */
export async function* readOwnRows(
  db: Db,
  { name, accountColumns = [], accountCondition, onlyColumns }: ExportedTable,
  accountId: string,
): AsyncGenerator<string[]> {
  // Safe to inline: names come from `exportedTables`, and the identifier is digits only.
  const account = db.unsafe(`${BigInt(accountId)}`);
  const condition =
    accountCondition === undefined
      ? accountColumns
          .map((column) =>
            column.endsWith('_ids')
              ? db`${account} = any(t.${db(column)})`
              : db`t.${db(column)} = ${account}`,
          )
          .reduce((all, one) => db`${all} or ${one}`)
      : asAccount(db, accountCondition, accountId);
  const isKept =
    onlyColumns === undefined
      ? db`k <> all(${[...hiddenColumns]}::text[])`
      : db`k = any(${[...onlyColumns]}::text[])`;
  // Identifiers as strings: programs that read the file would round them.
  const row = db`
    (select jsonb_object_agg(k, case when jsonb_typeof(v) = 'number' and v::numeric >= 9007199254740992 then to_jsonb(v #>> '{}') else v end)
       from jsonb_each(to_jsonb(t)) as f (k, v) where ${isKept})`;
  const rows = db<{ row: string }[]>`
    select (${row} || ${namesBeside(db, isKept)})::text as row from ${db(name)} t where ${condition}`;
  for await (const batch of rows.cursor(batchSize)) yield batch.map((one) => one.row);
}

export interface ExportedText {
  id: string;
  slug: string;
  title: string;
  body: string;
}

export async function* readOwnArticles(db: Db, accountId: string): AsyncGenerator<ExportedText[]> {
  const rows = db<ExportedText[]>`
    select id, slug, title, body from article where author_id = ${accountId} order by id`;
  yield* rows.cursor(20);
}

export async function* readOwnRevisions(db: Db, accountId: string): AsyncGenerator<ExportedText[]> {
  const rows = db<ExportedText[]>`
    select r.id, a.slug, r.title, r.body from knowledge_revision r join knowledge_article a on a.id = r.article_id
     where r.author_id = ${accountId} order by r.id`;
  yield* rows.cursor(20);
}

export interface ExportedFile {
  id: string;
  fileName: string;
  sha256: string;
  contentType: string;
  renditions: Record<string, SavedRendition>;
}

/** A document of a settlement belongs to it, not to whoever put it in; a dial is in it where its reading is. */
export async function* readOwnFiles(db: Db, accountId: string): AsyncGenerator<ExportedFile[]> {
  const rows = db<ExportedFile[]>`
    select id, file_name as "fileName", encode(sha256, 'hex') as sha256, content_type as "contentType", renditions
      from media where owner_id = ${accountId} and state = 'ready' and subject_type <> 'document'
       and (subject_type <> 'meter_reading' or subject_id in (${asAccount(db, ownMeterReadings, accountId)})) order by id`;
  yield* rows.cursor(batchSize);
}
