import { zipSync } from 'fflate';

/** An archive whose files are not packed, so that it is as large as what it holds. */
export function storedZip(files: Readonly<Record<string, Buffer>>): Buffer {
  return Buffer.from(zipSync(files, { level: 0 }));
}
