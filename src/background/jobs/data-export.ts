import { Readable } from 'node:stream';
import type { Db } from '../../base/db/connect.ts';
import { paths } from '../../base/site/paths.ts';
import type { JobContext, Worker } from '../../domain/kernel/jobs.ts';
import type { Services } from '../../domain/kernel/services.ts';
import { createBlobRemovalJob } from '../../engines/media/blob-removal.ts';
import { type BlobStore, isStoreFailure } from '../../engines/media/blob-store.ts';
import { streamZip, type ZipEntry } from '../../engines/media/zip.ts';
import { enqueueAccountEmail } from '../../features/mail/account-emails.ts';
import {
  type ExportedFile,
  type ExportedText,
  failExport,
  findWaitingExport,
  finishExport,
  readOwnArticles,
  readOwnFiles,
  readOwnRevisions,
  readOwnRows,
} from '../../store/accounts/data-export.ts';
import { exportedTables } from '../../store/accounts/exported-tables.ts';
import { type CopyConversation, findCopyOwner } from '../../store/accounts/readable-copy.ts';
import type { CopyReader } from './copy-page.ts';
import { type CopyContents, findTextPath, listConversationPages, writeFirstPage } from './readable-copy.ts';

export const dataExportQueue = 'data_export';
/** The file is kept for this long. */
export const exportDays = 7;
/** A zip without zip64 is limited to 4 GB and 65,535 entries. Files that do not fit are listed in the last entry. */
const maxFileBytes = 3 * 1024 ** 3;
const maxTexts = 20_000;
const maxFiles = 20_000;

/** Personal data export: a zip of JSON, markdown and pictures, with pages to read it by. */
export function dataExportWorker(services: () => Pick<Services, 'media' | 'jobs'>): Worker {
  return {
    queue: dataExportQueue,
    concurrency: 1,
    lockSeconds: 3600,
    attempts: 3,
    // What fails while the zip is read arrives as the cause.
    isOutage: (error) =>
      isStoreFailure(error) || isStoreFailure((error as { cause?: unknown } | null)?.cause),
    handle: ({ export: id, origin, time_zone }, context) =>
      makeExport(
        { id: String(id), origin: String(origin), timeZone: time_zone == null ? null : String(time_zone) },
        services(),
        context,
      ),
    giveUp: (payload, { pool, now }) => failExport(pool, String(payload.export), now()),
  };
}

async function makeExport(
  { id, origin, timeZone }: { id: string; origin: string; timeZone: string | null },
  { media: { store }, jobs }: Pick<Services, 'media' | 'jobs'>,
  { pool, signal, now, newId }: JobContext,
): Promise<void> {
  const wanted = await findWaitingExport(pool, id);
  if (wanted === undefined) return;
  const owner = await findCopyOwner(pool, wanted.accountId);
  if (owner === undefined) return;
  const reader = { language: wanted.language, timeZone: owner.timeZone ?? timeZone ?? 'UTC' };
  const entries = listEntries(pool, store, wanted.accountId, reader, { owner, now: now() });
  const source = Readable.from(streamZip(entries), { objectMode: false });
  const { sha256, size } = await store.put(source, { maxBytes: 4 * 1024 ** 3 - 1, signal });
  const finishedAt = now();
  const expiresAt = new Date(finishedAt.getTime() + exportDays * 86_400_000);
  await pool.begin(async (db) => {
    if (!(await finishExport(db, id, { sha256, bytes: size, finishedAt, expiresAt }))) {
      await jobs.add(db, createBlobRemovalJob([sha256], now()));
      return;
    }
    const { accountId, email: to, language } = wanted;
    const link = origin + paths.accountData;
    await enqueueAccountEmail(db, { accountId, to, language, template: 'data_ready', link }, { now, newId });
  });
}

async function* listEntries(
  db: Db,
  store: BlobStore,
  accountId: string,
  reader: CopyReader,
  made: Pick<CopyContents, 'owner' | 'now'>,
): AsyncGenerator<ZipEntry> {
  const tables: { path: string; rows: number }[] = [];
  for (const { name: table, ...how } of exportedTables) {
    const counted = { path: `data/${table}.json`, rows: 0 };
    const rows = countRows(readOwnRows(db, { name: table, ...how }, accountId), counted);
    yield { name: counted.path, content: asJsonArray(rows) };
    tables.push(counted);
  }
  yield* asMarkdown('articles', readOwnArticles(db, accountId));
  yield* asMarkdown('knowledge', readOwnRevisions(db, accountId));
  const conversations: CopyConversation[] = [];
  yield* listConversationPages(db, accountId, reader, conversations);
  const left: string[] = [];
  const files: { path: string; name: string }[] = [];
  yield* asFiles(store, readOwnFiles(db, accountId), left, files);
  yield { name: 'data/files-left-out.json', content: once(`${JSON.stringify(left)}\n`) };
  const contents = { ...made, tables, files };
  yield { name: 'index.html', content: writeFirstPage(db, accountId, conversations, reader, contents) };
}

async function* countRows(batches: AsyncIterable<string[]>, counted: { rows: number }) {
  for await (const rows of batches) {
    counted.rows += rows.length;
    yield rows;
  }
}

async function* asJsonArray(batches: AsyncIterable<string[]>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const rows of batches) {
    yield before + rows.join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

async function* asMarkdown(folder: string, batches: AsyncIterable<ExportedText[]>): AsyncGenerator<ZipEntry> {
  let count = 0;
  for await (const texts of batches)
    for (const { id, slug, title, body } of texts) {
      count += 1;
      // Further texts are still in the JSON files.
      if (count > maxTexts) return;
      yield { name: findTextPath(folder, { id, slug }), content: once(`# ${title}\n\n${body}\n`) };
    }
}

/** In the largest available size. */
async function* asFiles(
  store: BlobStore,
  batches: AsyncIterable<ExportedFile[]>,
  left: string[],
  written: { path: string; name: string }[],
): AsyncGenerator<ZipEntry> {
  // Read before any is copied, which may take an hour: the transaction of a cursor must not stay open that long.
  const all: ExportedFile[] = [];
  for await (const files of batches) all.push(...files);
  let bytes = 0;
  let count = 0;
  for (const file of all) {
    const kept = file.renditions.original ?? file.renditions.large ?? { sha256: file.sha256 };
    const size = (await store.size(kept.sha256)) ?? 0;
    const content =
      size > 0 && bytes + size <= maxFileBytes && count < maxFiles
        ? await store.open(kept.sha256)
        : undefined;
    if (content === undefined) {
      left.push(file.id);
      continue;
    }
    bytes += size;
    count += 1;
    const path = `files/${[file.id, cleanFileName(file.fileName)].filter(Boolean).join('-')}`;
    written.push({ path, name: file.fileName || file.id });
    yield { name: path, content, isCompressed: true };
  }
}

/** A name that leads to no other folder on any system. */
const cleanFileName = (name: string) =>
  name.replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, '_').replace(/^\.+/, '_');

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
