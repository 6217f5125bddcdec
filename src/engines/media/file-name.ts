import type { MediaType } from './content-type.ts';

const maxCharacters = 120;
const maxBytes = 200;
const fileExtensions: Record<MediaType, readonly [string, ...string[]]> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
  'image/heic': ['heic', 'heif'],
  'application/pdf': ['pdf'],
};

/** Only known extensions are removed: in «letter to v.ivanov» the last part is a name. */
const knownExtension = new RegExp(`\\.(${Object.values(fileExtensions).flat().join('|')})[\\s.]*$`, 'i');

/**
 * Makes a sender's file name safe to show and to save under: the last part of a path, without control, invisible and
 * direction-changing characters, with the extension of the real type, so that `bill.exe` cannot be saved as such. For
 * display only: nothing is stored under it.
 */
export function cleanFileName(name: string, type: MediaType): string {
  const last = name.slice(0, 4096).toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const visible = last
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029\ufffd\u115f\u1160\u3164\uffa0]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ');
  const [ending] = fileExtensions[type];
  const stem = visible.replace(knownExtension, '').replace(/^[\s.]+|[\s.]+$/g, '');
  const short = truncateFileName(stem).replace(/[\s.]+$/, '');
  const safe = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(short) ? `_${short}` : short;
  return `${safe || 'file'}.${ending}`;
}

/** Truncates between grapheme clusters. */
function truncateFileName(text: string): string {
  let result = '';
  let count = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    count += 1;
    if (count > maxCharacters || Buffer.byteLength(result) + Buffer.byteLength(segment) > maxBytes) break;
    result += segment;
  }
  return result;
}

/** The header's value: an ASCII name for old clients, the real one as in RFC 5987. Expects a cleaned name. */
export function formatContentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%;]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
