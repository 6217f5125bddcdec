import { copyExif } from './exif.ts';

export interface PhotoLimits {
  /** Longer side after scaling, in pixels. */
  readonly side: number;
  readonly maxBytes: number;
}

export type PreparedPhoto =
  | { readonly blob: Blob; readonly src: string | null }
  | { readonly fault: 'notPicture' | 'broken' | 'tooLarge'; readonly bytes: number };

/** Scales and checks a photograph before the upload. */
export async function preparePhotograph(file: File, { side, maxBytes }: PhotoLimits): Promise<PreparedPhoto> {
  const kind = await detectFormat(file);
  const refuse = (fault: 'notPicture' | 'broken' | 'tooLarge', { size } = file as Blob): PreparedPhoto => ({
    fault,
    bytes: size,
  });
  const asItIs = (): PreparedPhoto =>
    file.size > maxBytes
      ? refuse('tooLarge')
      : { blob: file, src: kind === 'heif' ? null : URL.createObjectURL(file) };
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    // Few browsers decode HEIC; the server does.
    if (kind === 'heif') return asItIs();
    return refuse(kind === 'other' ? 'notPicture' : 'broken');
  }
  try {
    const { width, height } = bitmap;
    const scale = Math.min(1, side / Math.max(width, height));
    // A truncated JPEG is sent unchanged, so that the server can reject it.
    if (kind === 'jpeg' && !(await hasEndMarker(file))) return asItIs();
    if (scale === 1 && kind !== 'other' && file.size <= maxBytes) return asItIs();
    const smaller = await scaleToJpeg(bitmap, Math.round(width * scale), Math.round(height * scale));
    if (smaller === null) return asItIs();
    const blob = kind === 'jpeg' ? await copyExif(file, smaller) : smaller;
    return blob.size > maxBytes ? refuse('tooLarge', blob) : { blob, src: URL.createObjectURL(blob) };
  } finally {
    bitmap.close();
  }
}

function scaleToJpeg(bitmap: ImageBitmap, width: number, height: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  // JPEG has no transparency, which would turn black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', 0.86);
  });
}

/** Detects the format by content, not by file name. */
async function detectFormat(file: Blob): Promise<'jpeg' | 'known' | 'heif' | 'other'> {
  const start = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('\x89PNG') || (start.startsWith('RIFF') && start.endsWith('WEBP'))) return 'known';
  return start.slice(4, 8) === 'ftyp' ? 'heif' : 'other';
}

/** Looks for the EOI marker near the end; phones append a short video after it. */
async function hasEndMarker(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(-65_536).arrayBuffer());
  for (let at = bytes.length - 2; at >= 0; at -= 1)
    if (bytes[at] === 0xff && bytes[at + 1] === 0xd9) return true;
  return false;
}
