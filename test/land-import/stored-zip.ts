import { zipSync } from 'fflate';

/** An archive without compression, so that its size is that of its content. */
export function storedZip(files: Readonly<Record<string, Buffer>>): Buffer {
  return Buffer.from(zipSync(files, { level: 0 }));
}
