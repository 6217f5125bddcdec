import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { BackupError } from './backup-error.ts';
import { ByteReader } from './byte-reader.ts';
import type { Chunk, ChunkKind, ChunkReader } from './chunks.ts';

/** How a file of the first format begins: it is compressed as a whole. */
export const formatOneStart = Buffer.from([0x1f, 0x8b]);

const kinds = new Map<number, ChunkKind>([
  [77, 'manifest'],
  [84, 'table'],
  [66, 'file'],
  [68, 'data'],
  [69, 'end'],
]);
const maxFrameBytes = 512 * 1024 * 1024;

/** Backups of the first format, which has no counts and no checksums beside those of gzip. */
export function createFormatOneReader(packed: ByteReader): ChunkReader {
  const unzip = createGunzip();
  pipeline(Readable.from(packed.rest()), unzip, () => {});
  const bytes = new ByteReader(unzip);
  let peeked: Chunk | undefined;
  let part: ChunkKind | undefined;
  async function peek(): Promise<Chunk | undefined> {
    if (peeked !== undefined || part === 'end') return peeked;
    const head = await bytes.read(5);
    const kind = kinds.get(head[0] as number);
    const length = head.readUInt32BE(1);
    if (kind === undefined || length > maxFrameBytes) throw new BackupError('The backup is damaged.');
    const payload = await bytes.read(length);
    if (kind !== 'data') part = kind;
    peeked = {
      kind,
      payload: kind === 'data' && part === 'table' ? Buffer.concat([payload, lineEnd]) : payload,
    };
    if (kind === 'end' && !(await bytes.isAtEnd())) throw new BackupError('The backup is damaged.');
    return peeked;
  }
  return {
    isEncrypted: false,
    peek,
    async next() {
      const chunk = await peek();
      peeked = undefined;
      return chunk;
    },
  };
}

const lineEnd = Buffer.from('\n');
