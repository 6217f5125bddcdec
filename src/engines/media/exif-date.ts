/** The camera's local time; most cameras give no time zone, so it is derived later from the place. */
export type TakenAt = { local: string; offset: string | null };

const exifPointer = 0x8769;
const tags = { original: 0x9003, digitized: 0x9004, originalOffset: 0x9011, digitizedOffset: 0x9012 };
const maxExifBytes = 1024 * 1024;
const maxEntries = 1000;

/**
 * Reads only the time of the shot, so that a location cannot leak. Hand-written, because a general EXIF reader trusts
 * the counts in the file: a forged one of 200 KB makes it allocate half a gigabyte.
 */
export function readTakenAt(exif: Buffer | undefined): TakenAt | undefined {
  if (!exif || exif.length > maxExifBytes) return undefined;
  const tiff = exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif;
  try {
    return findTakenAt(tiff);
  } catch (error) {
    // A malformed block shows as a read past the end.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function findTakenAt(tiff: Buffer): TakenAt | undefined {
  const order = tiff.toString('latin1', 0, 4);
  if (order !== 'II*\0' && order !== 'MM\0*') return undefined;
  const isLittle = order === 'II*\0';
  const u16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const u32 = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));

  /** The offset of a tag's entry. */
  const findEntry = (directory: number, tag: number) => {
    const count = Math.min(u16(directory), maxEntries);
    for (let index = 0; index < count; index += 1) {
      const entry = directory + 2 + index * 12;
      if (u16(entry) === tag) return entry;
    }
    return undefined;
  };
  const readAscii = (directory: number, tag: number) => {
    const entry = findEntry(directory, tag);
    if (entry === undefined || u16(entry + 2) !== 2) return '';
    const length = Math.min(u32(entry + 4), 32);
    const at = length <= 4 ? entry + 8 : u32(entry + 8);
    return tiff
      .toString('latin1', at, at + length)
      .replace(/\0.*$/s, '')
      .trim();
  };

  const pointer = findEntry(u32(4), exifPointer);
  if (pointer === undefined) return undefined;
  const directory = u32(pointer + 8);
  return (
    parseTakenAt(readAscii(directory, tags.original), readAscii(directory, tags.originalOffset)) ??
    parseTakenAt(readAscii(directory, tags.digitized), readAscii(directory, tags.digitizedOffset))
  );
}

function parseTakenAt(text: string, offsetText: string): TakenAt | undefined {
  const parts = /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d):(\d\d):(\d\d)/.exec(text);
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second] = parts;
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const moment = new Date(`${local}Z`);
  // Cameras with a dead battery write 0000:00:00, and 31 February must not roll over.
  if (Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 19) !== local) return undefined;
  if (Number(year) < 1826) return undefined;
  return { local, offset: /^[+-](0\d|1[0-4]):[0-5]\d$/.test(offsetText) ? offsetText : null };
}
