/**
 * Decodes UTF-8, UTF-16 (a spreadsheet's "Unicode text"), or what programs without Unicode write: Windows-1251, or
 * code page 866 of DOS.
 */
export function decodeText(bytes: Uint8Array): string {
  const wide = findUtf16(bytes);
  if (wide !== undefined) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(isCodePage866(bytes) ? 'ibm866' : 'windows-1251').decode(bytes);
  }
}

/** Bytes that are looked at. */
const sample = 4096;
/** Upper halves of Latin and Cyrillic letters, dashes, quotation marks and №. */
const upperBytes = new Set([0x00, 0x04, 0x20, 0x21]);

/** By its mark, or because one of two bytes is always the upper half of a letter; undefined where it is not UTF-16. */
export function findUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const pairs = Math.min(bytes.length, sample) >> 1;
  const upper = [0, 0];
  const zeros = [0, 0];
  for (let at = 0; at < pairs * 2; at += 1) {
    const half = at % 2;
    if (upperBytes.has(bytes[at] as number)) upper[half] = (upper[half] as number) + 1;
    if (bytes[at] === 0) zeros[half] = (zeros[half] as number) + 1;
  }
  const isUpper = (half: 0 | 1) =>
    (zeros[half] as number) > 0 && zeros[1 - half] === 0 && upper[half] === pairs;
  if (isUpper(1)) return 'utf-16le';
  return isUpper(0) ? 'utf-16be' : undefined;
}

/** Where it has most of its letters, Windows-1251 has letters of other languages and signs. */
function isCodePage866(bytes: Uint8Array): boolean {
  let [dos, windows] = [0, 0];
  for (const byte of bytes.subarray(0, sample * 4)) {
    if (byte >= 0x80 && byte < 0xb0) dos += 1;
    else if ((byte >= 0xc0 && byte < 0xe0) || byte >= 0xf0) windows += 1;
  }
  return dos > 3 && dos > 2 * windows;
}
