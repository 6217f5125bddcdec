export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/avif' | 'image/heic';
export type MediaType = PictureType | 'application/pdf';

export const pictureTypes: readonly PictureType[] = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/heic',
];
export const mediaTypes: readonly MediaType[] = [...pictureTypes, 'application/pdf'];

export function isPictureType(type: string): type is PictureType {
  return pictureTypes.some((known) => known === type);
}

const hevcBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'];
const avifBrands = ['avif', 'avis'];

/**
 * Detects the type from the bytes, whatever the sender declares. Signatures count only at the very start: polyglot
 * files rely on readers that search further.
 */
export function detectMediaType(start: Buffer): MediaType | undefined {
  if (start.length < 12) return undefined;
  const text = start.toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('RIFF') && text.startsWith('WEBPVP8', 8)) return 'image/webp';
  if (text.startsWith('%PDF-')) return /^%PDF-[12]\.\d/.test(text) ? 'application/pdf' : undefined;
  if (text.startsWith('ftyp', 4)) return detectHeif(start);
  return undefined;
}

/** ISO media: the major brand, then the compatible ones. Videos share the container, so only known brands pass. */
function detectHeif(start: Buffer): PictureType | undefined {
  const boxEnd = Math.min(start.readUInt32BE(0), start.length);
  const brands: string[] = [];
  for (let offset = 8; offset + 4 <= boxEnd; offset += 4) {
    // Offset 12 holds the minor version, a number.
    if (offset !== 12) brands.push(start.toString('latin1', offset, offset + 4));
  }
  const [major = ''] = brands;
  if (avifBrands.includes(major)) return 'image/avif';
  if (hevcBrands.includes(major)) return 'image/heic';
  if (major !== 'mif1' && major !== 'msf1') return undefined;
  if (brands.some((brand) => avifBrands.includes(brand))) return 'image/avif';
  return brands.some((brand) => hevcBrands.includes(brand)) ? 'image/heic' : undefined;
}
