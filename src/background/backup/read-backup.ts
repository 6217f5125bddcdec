import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { isHash } from '../../engines/media/blob-store.ts';
import type { AppliedMigration, TableShape } from '../../store/system/backup.ts';
import { type Manifest, RowSummer, type TableSum, type Trailer } from './backup-contents.ts';
import { BackupError } from './backup-error.ts';
import { ByteReader } from './byte-reader.ts';
import { type ChunkReader, createChunkReader } from './chunks.ts';
import { createFormatOneReader, formatOneStart } from './format-one.ts';
import { refuseUnsealed } from './seals.ts';

/** What is done with the contents as they are read; by default nothing. */
export interface BackupVisitor {
  manifest?(contents: BackupStart): Promise<void>;
  table?(table: TableShape): Promise<void>;
  rows?(table: TableShape, rows: readonly string[]): Promise<void>;
  file?(sha256: string, content: Readable): Promise<void>;
}

export interface BackupStart {
  isEncrypted: boolean;
  format: number;
  /** The first format has no checksums. */
  migrations: (Pick<AppliedMigration, 'name'> & Partial<AppliedMigration>)[];
  tables: number;
  /** As many as rows needed; the store may have had fewer. The first format does not say: 0. */
  neededFiles: number;
}

export interface BackupContents extends BackupStart {
  sums: Record<string, TableSum>;
  files: number;
  /** Of the first format: undefined. */
  trailer: Trailer | undefined;
}

/**
 * Reads a backup to its end; throws when anything in it is not as it was written. With a key, every backup that is not
 * sealed with it is refused; one without a seal is read without a key.
 */
export async function readBackup(
  input: Readable,
  key: string | undefined,
  visitor: BackupVisitor = {},
): Promise<BackupContents> {
  try {
    const bytes = new ByteReader(input);
    const isFormatOne = await bytes.startsWith(formatOneStart);
    if (isFormatOne) refuseUnsealed(key);
    const chunks = isFormatOne ? createFormatOneReader(bytes) : await createChunkReader(bytes, key);
    return await readContents(chunks, visitor);
  } catch (error) {
    if (/^(Z_|ERR_BUFFER_TOO_LARGE)/.test((error as NodeJS.ErrnoException).code ?? ''))
      throw new BackupError(`The backup is damaged: ${(error as Error).message}`);
    throw error;
  } finally {
    input.destroy();
  }
}

async function readContents(chunks: ChunkReader, visitor: BackupVisitor): Promise<BackupContents> {
  const start = await readStart(chunks);
  await visitor.manifest?.(start);
  const sums: Record<string, TableSum> = {};
  const damaged: string[] = [];
  let files = 0;
  for (;;) {
    const chunk = await chunks.next();
    if (chunk?.kind === 'table') {
      const table = parse<TableShape>(chunk.payload);
      await visitor.table?.(table);
      sums[table.name] = await readRows(chunks, (rows) => visitor.rows?.(table, rows));
    } else if (chunk?.kind === 'file') {
      const { sha256 } = parse<{ sha256: string }>(chunk.payload);
      if (!isHash(sha256)) throw new BackupError('The backup is damaged.');
      files += 1;
      const found = await readFile(chunks, (content) => visitor.file?.(sha256, content));
      if (found !== sha256) damaged.push(sha256);
    } else if (chunk?.kind === 'end') {
      const trailer = chunk.payload.length === 0 ? undefined : parse<Trailer>(chunk.payload);
      const contents = { ...start, sums, files, trailer };
      compareWithTrailer(contents, damaged);
      return contents;
    } else throw new BackupError('The backup is damaged: its parts are not in order.');
  }
}

async function readStart(chunks: ChunkReader): Promise<BackupStart> {
  const first = await chunks.next();
  if (first?.kind !== 'manifest') throw new BackupError('The backup is damaged: it has no beginning.');
  const { format, migrations, tables, files } = parse<
    Pick<Manifest, 'tables'> &
      Partial<Pick<Manifest, 'files'>> & { format: number; migrations: (string | AppliedMigration)[] }
  >(first.payload);
  if (format > 2) throw new BackupError('The backup was made by a newer version.');
  return {
    isEncrypted: chunks.isEncrypted,
    format,
    migrations: migrations.map((migration) =>
      typeof migration === 'string' ? { name: migration } : migration,
    ),
    tables,
    neededFiles: files ?? 0,
  };
}

/** The largest row that the service writes is a land file of 4 MB, in hexadecimal digits. */
const maxRowBytes = 64 * 1024 * 1024;

/** A chunk ends in the middle of a row only if that row is a large one. */
async function readRows(
  chunks: ChunkReader,
  take: (rows: readonly string[]) => Promise<void> | undefined,
): Promise<TableSum> {
  const summer = new RowSummer();
  let held: Buffer[] = [];
  let heldBytes = 0;
  for (let chunk = await chunks.peek(); chunk?.kind === 'data'; chunk = await chunks.peek()) {
    await chunks.next();
    held.push(chunk.payload);
    heldBytes += chunk.payload.length;
    if (chunk.payload.at(-1) !== 10) {
      if (heldBytes > maxRowBytes) throw new BackupError('The backup was altered: a row has no end.');
      continue;
    }
    const rows = Buffer.concat(held).toString().slice(0, -1).split('\n');
    held = [];
    heldBytes = 0;
    summer.add(rows);
    await take(rows);
  }
  if (held.length > 0) throw new BackupError('The backup is damaged: a row breaks off.');
  return summer.sum;
}

/** The hash of what was read, whether it was taken or not. */
async function readFile(
  chunks: ChunkReader,
  take: (content: Readable) => Promise<void> | undefined,
): Promise<string> {
  const hash = createHash('sha256');
  async function* readData(): AsyncGenerator<Buffer> {
    for (let chunk = await chunks.peek(); chunk?.kind === 'data'; chunk = await chunks.peek()) {
      await chunks.next();
      hash.update(chunk.payload);
      yield chunk.payload;
    }
  }
  await take(Readable.from(readData(), { objectMode: false }));
  for await (const _ of readData());
  return hash.digest('hex');
}

function compareWithTrailer({ tables, sums, files, trailer }: BackupContents, damaged: string[]): void {
  const isWhole =
    Object.keys(sums).length === tables &&
    (trailer === undefined
      ? damaged.length === 0
      : trailer.files === files &&
        trailer.damaged.count === damaged.length &&
        Object.entries(sums).every(
          ([name, { rows, digest }]) =>
            trailer.tables[name]?.rows === rows && trailer.tables[name].digest === digest,
        ));
  if (!isWhole) throw new BackupError('The backup is damaged: its contents are not what its end says.');
}

const parse = <Value>(payload: Buffer) => JSON.parse(payload.toString()) as Value;
