import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Sharp } from 'sharp';
import { type BlobStore, brokeOff, type StoredBlob, StoreFailure } from './blob-store.ts';
import { detectMediaType, isPictureType, type PictureType } from './content-type.ts';
import { loadSharp } from './load-sharp.ts';
import { MediaRefusal, refuseMedia } from './media-refusal.ts';
import {
  maxPictureBytes,
  openPicture,
  type Picture,
  type PictureLimits,
  type PictureSource,
  readPictureHeader,
  runInDecodingQueue,
} from './picture.ts';

export const renditionSides = { thumb: 320, medium: 1024, large: 2048 } as const;
export type RenditionName = keyof typeof renditionSides | 'original';
export const renditionNames: readonly RenditionName[] = ['thumb', 'medium', 'large', 'original'];

export type Rendition = {
  name: RenditionName;
  type: PictureType;
  width: number;
  height: number;
  bytes: Buffer;
};
export type StoredRendition = Omit<Rendition, 'bytes'> & StoredBlob;

/** A lossless copy may be larger than its source, so the limit is higher than for uploads. */
const maxRenditionBytes = 6 * maxPictureBytes;

/**
 * Everything that is served of a picture: pixels encoded again in sRGB, upright, without metadata. Anything else in
 * the upload (a location, a hidden page, a second file) is dropped.
 */
export async function createRenditions(
  source: PictureSource,
  type: PictureType,
  { maxPixels, ...requester }: PictureLimits = {},
): Promise<Rendition[]> {
  return runInDecodingQueue(
    type,
    async () => {
      const sharp = await loadSharp();
      const picture = await readPictureHeader(source, type, maxPixels);
      // Decoding costs most, so the smaller renditions are made from the pixels of the large one.
      const side = renditionSides.large;
      const open = await openPicture(source, picture, { maxPixels, ...requester });
      const { data, info } = await open()
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
        .toColourspace('srgb')
        .raw({ depth: 'uchar' })
        .toBuffer({ resolveWithObject: true });
      const raw = { width: info.width, height: info.height, channels: info.channels };

      const renditions: Rendition[] = [];
      for (const name of ['thumb', 'medium', 'large'] as const) {
        const pipeline = sharp(data, { raw }).resize({
          width: renditionSides[name],
          height: renditionSides[name],
          fit: 'inside',
          withoutEnlargement: true,
        });
        const webp = pipeline.webp({ quality: name === 'thumb' ? 75 : 80, effort: 3 });
        renditions.push(await encodeRendition(name, 'image/webp', webp));
      }
      const { encoded, asType } = encodeOriginal(open(), picture);
      renditions.push(await encodeRendition('original', asType, encoded));
      return renditions;
    },
    requester,
  );
}

async function encodeRendition(name: RenditionName, type: PictureType, pipeline: Sharp): Promise<Rendition> {
  const { data, info } = await pipeline.toBuffer({ resolveWithObject: true });
  return { name, type, width: info.width, height: info.height, bytes: data };
}

/** Full size in a format every browser shows; AVIF and HEIC become JPEG, or PNG when they have transparency. */
function encodeOriginal(pipeline: Sharp, picture: Picture): { encoded: Sharp; asType: PictureType } {
  if (picture.type === 'image/png' || (picture.type !== 'image/webp' && picture.hasAlpha)) {
    return { encoded: pipeline.png({ palette: picture.isPalette, effort: 4 }), asType: 'image/png' };
  }
  if (picture.type === 'image/webp') {
    return { encoded: pipeline.webp({ quality: 92, effort: 3 }), asType: 'image/webp' };
  }
  // Optimised Huffman tables would hold the coefficients of the whole picture: 650 MB more for 60 megapixels, to save
  // 5 %.
  const { chromaSubsampling } = picture;
  return {
    encoded: pipeline.jpeg({ quality: 92, chromaSubsampling, optimizeCoding: false }),
    asType: 'image/jpeg',
  };
}

/** For the job: reads a stored source and stores its renditions. Undefined when the source is gone. */
export async function storeRenditions(
  store: BlobStore,
  sourceSha256: string,
  limits: PictureLimits = {},
): Promise<StoredRendition[] | undefined> {
  const source = await readBlob(store, sourceSha256, maxPictureBytes);
  if (!source) return undefined;
  const type = detectMediaType(source.subarray(0, 64));
  if (!type || !isPictureType(type)) throw refuseMedia.wrongType();
  const stored: StoredRendition[] = [];
  for (const { bytes, ...about } of await createRenditions(source, type, limits)) {
    const kept = await store.put(Readable.from([bytes]), {
      maxBytes: maxRenditionBytes,
      signal: limits.signal,
    });
    stored.push({ ...about, ...kept });
  }
  return stored;
}

/** Exactly what was stored: half a picture would look like a damaged one, which is thrown away. */
async function readBlob(store: BlobStore, sha256: string, maxBytes: number): Promise<Buffer | undefined> {
  const stream = await store.open(sha256);
  if (!stream) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      size += chunk.byteLength;
      if (size > maxBytes) throw refuseMedia.tooLarge(maxBytes);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof MediaRefusal) throw error;
    throw new StoreFailure(brokeOff, { cause: error });
  }
  const bytes = Buffer.concat(chunks, size);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new StoreFailure('The store gave other bytes than were stored');
  return bytes;
}
