import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import type { Text } from '../../../base/i18n/text.ts';
import { limits } from './limits.ts';
import { UnreadableFile } from './unreadable-file.ts';

const inflate = promisify(inflateRaw);

const broken: Text = {
  en: 'The archive is damaged or not a plain zip.',
  ru: 'Архив повреждён или это не обычный zip.',
};
const tooLarge: Text = {
  en: `The archive unpacks to more than ${limits.inflatedBytes / 1024 / 1024} MB, or to more than it says.`,
  ru: `Архив распаковывается больше чем в ${limits.inflatedBytes / 1024 / 1024} МБ или больше, чем в нём указано.`,
};
const encryptedText: Text = {
  en: 'The archive is locked with a password.',
  ru: 'Архив закрыт паролем.',
};
const tooMany: Text = {
  en: `The archive has more than ${limits.archiveEntries} files.`,
  ru: `В архиве больше ${limits.archiveEntries} файлов.`,
};

const [endMark, entryMark, localMark] = [0x06054b50, 0x02014b50, 0x04034b50];
const maxCommentBytes = 65_535;

export interface ArchiveEntry {
  /** In lower case; non-ASCII names may be decoded wrongly, only the endings matter. */
  readonly name: string;
  /** Unpacked, as declared; `read` returns no more. */
  readonly size: number;
  read(): Promise<Buffer>;
}

export const isZip = (bytes: Buffer) => bytes.length >= 22 && bytes.readUInt32LE(0) === localMark;

/** Lists the files with one of these endings. Inflates no more than declared and allowed. */
export function listArchive(bytes: Buffer, endings: readonly string[]): ArchiveEntry[] {
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > limits.archiveEntries) throw new UnreadableFile(tooMany);
  const entries: ArchiveEntry[] = [];
  let [at, total] = [bytes.readUInt32LE(end + 16), 0];
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entryMark) throw new UnreadableFile(broken);
    const nameBytes = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameBytes).toLowerCase();
    const entry = {
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      local: bytes.readUInt32LE(at + 42),
    };
    at += 46 + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    if (name.startsWith('__macosx/') || !endings.some((ending) => name.endsWith(ending))) continue;
    total += entry.size;
    if (total > limits.inflatedBytes) throw new UnreadableFile(tooLarge);
    entries.push({ name, size: entry.size, read: () => readEntry(bytes, entry) });
  }
  return entries;
}

function findEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - 22 - maxCommentBytes);
  for (let at = bytes.length - 22; at >= first; at -= 1) if (bytes.readUInt32LE(at) === endMark) return at;
  throw new UnreadableFile(broken);
}

async function readEntry(
  bytes: Buffer,
  entry: { flags: number; method: number; packed: number; size: number; local: number },
): Promise<Buffer> {
  if (entry.flags & 1) throw new UnreadableFile(encryptedText);
  const { local, packed, size } = entry;
  if (local + 30 > bytes.length || bytes.readUInt32LE(local) !== localMark) throw new UnreadableFile(broken);
  const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  const content = bytes.subarray(from, from + packed);
  if (content.length !== packed) throw new UnreadableFile(broken);
  if (entry.method === 0) return packed === size ? content : refuse(broken);
  if (entry.method !== 8) return refuse(broken);
  try {
    const inflated = await inflate(content, { maxOutputLength: Math.max(1, size) });
    return inflated.length === size ? inflated : refuse(broken);
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    return refuse((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge : broken);
  }
}

function refuse(text: Text): never {
  throw new UnreadableFile(text);
}
