import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export interface ZipEntry {
  name: string;
  content: AsyncIterable<Uint8Array | string>;
  /** Already compressed, as pictures are. */
  isCompressed?: boolean;
}

/**
 * Streams a zip with backpressure, so that only one piece is in memory. Limited to 65,535 entries and 4 GB; the
 * caller must stay within that.
 */
export async function* streamZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const take = () => {
    const taken = ready;
    ready = [];
    return taken;
  };
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  for await (const { name, content, isCompressed } of entries) {
    const file = isCompressed ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    zip.add(file);
    for await (const piece of content) {
      file.push(typeof piece === 'string' ? Buffer.from(piece) : piece);
      yield* take();
    }
    file.push(new Uint8Array(0), true);
    yield* take();
  }
  zip.end();
  yield* take();
}
