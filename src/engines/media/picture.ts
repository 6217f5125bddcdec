import { readFile } from 'node:fs/promises';
import type { Metadata, Sharp } from 'sharp';
import {
  createFairShare,
  maxPerOwnerInWorkerQueue,
  type Requester,
  ShareRefused,
  serviceRequester,
} from '../../base/threads/fair-share.ts';
import type { PictureType } from './content-type.ts';
import { isDisplayP3 } from './display-p3.ts';
import { readTakenAt, type TakenAt } from './exif-date.ts';
import { decodeHeic } from './heic.ts';
import { loadSharp, type SharpLibrary } from './load-sharp.ts';
import { MediaRefusal, refusalFromAbort, refuseMedia, throwIfAborted } from './media-refusal.ts';

export const maxPictureBytes = 40_000_000;
export const maxPicturePixels = 60_000_000;
const decodeSeconds = 30;
const previewSide = 16;

const decodingQueue = createFairShare({
  concurrency: 2,
  perOwner: maxPerOwnerInWorkerQueue,
  maxWaiting: 256,
});
// AV1 and HEVC decode to whole frames of wide samples: 60 megapixels take over a gigabyte, so one at a time.
const wholeFrameDecodingQueue = createFairShare({
  concurrency: 1,
  perOwner: maxPerOwnerInWorkerQueue,
  maxWaiting: 256,
});

/** A local path, or the bytes themselves. */
export type PictureSource = string | Buffer;

export type Picture = {
  type: PictureType;
  /** As displayed: after applying the orientation. */
  width: number;
  height: number;
  /** The EXIF value, 1 to 8. */
  orientation: number;
  takenAt: TakenAt | undefined;
  hasAlpha: boolean;
  isPalette: boolean;
  chromaSubsampling: '4:2:0' | '4:4:4';
  isDisplayP3: boolean;
};

export type PictureLimits = Partial<Requester> & { maxPixels?: number | undefined };

/** Reads only the header, whose size is what decoding would cost. libvips reads that of HEIC as well. */
export async function readPictureHeader(
  source: PictureSource,
  type: PictureType,
  maxPixels = maxPicturePixels,
): Promise<Picture> {
  const sharp = await loadSharp();
  let header: Metadata;
  try {
    header = await sharp(source, { limitInputPixels: false, failOn: 'error' }).metadata();
  } catch (error) {
    throwDecodeRefusal(error);
  }
  const { width, height, autoOrient, orientation } = header;
  if (width * height > maxPixels) throw refuseMedia.tooManyPixels(maxPixels);
  if (decoderTypes[header.format] !== findContainer(type)) throw refuseMedia.wrongType();
  // The codec decides, not the declared type of the container.
  const isHevc = header.compression === 'hevc';
  if (isHevc !== (type === 'image/heic')) throw refuseMedia.wrongType();
  return {
    type,
    // HEIC has its own rotation, already applied to this size; its EXIF orientation is ignored.
    width: isHevc ? width : autoOrient.width,
    height: isHevc ? height : autoOrient.height,
    orientation: isHevc ? 1 : (orientation ?? 1),
    takenAt: readTakenAt(header.exif),
    hasAlpha: header.hasAlpha,
    isPalette: header.isPalette,
    chromaSubsampling: isHevc || header.chromaSubsampling === '4:2:0' ? '4:2:0' : '4:4:4',
    isDisplayP3: isDisplayP3(header.icc),
  };
}

const decoderTypes: Record<string, string> = {
  jpeg: 'jpeg',
  png: 'png',
  webp: 'webp',
  heif: 'heif',
  avif: 'heif',
};
const findContainer = (type: PictureType) =>
  type === 'image/avif' || type === 'image/heic' ? 'heif' : type.slice('image/'.length);

/** Returns a factory of pipelines over the picture's pixels. HEIC is decoded once for all of them. */
export async function openPicture(
  source: PictureSource,
  picture: Picture,
  { maxPixels = maxPicturePixels, signal }: PictureLimits = {},
): Promise<() => Sharp> {
  const sharp = await loadSharp();
  if (picture.type !== 'image/heic') return () => decodePicture(sharp, source, maxPixels);
  const bytes = typeof source === 'string' ? await readFile(source) : source;
  const { data, width, height } = await decodeHeic(bytes, {
    maxPixels,
    isDisplayP3: picture.isDisplayP3,
    signal,
    timeLimitMs: decodeSeconds * 1000,
  });
  const raw = { width, height, channels: 4 as const };
  return () => {
    const pipeline = sharp(data, { raw, limitInputPixels: maxPixels }).timeout({ seconds: decodeSeconds });
    return picture.hasAlpha ? pipeline : pipeline.removeAlpha();
  };
}

/**
 * Decodes only the first frame, upright, and never more pixels than allowed, whatever the header declared. A
 * truncated file is an error; minor format violations of cameras are not.
 */
function decodePicture(sharp: SharpLibrary, source: PictureSource, maxPixels: number): Sharp {
  return sharp(source, { limitInputPixels: maxPixels, failOn: 'error', pages: 1, autoOrient: true }).timeout({
    seconds: decodeSeconds,
  });
}

/** Waits in the decoding queue and turns decoder failures into refusals. */
export function runInDecodingQueue<T>(
  type: PictureType,
  work: () => Promise<T>,
  { share = serviceRequester.share, signal }: Partial<Requester> = {},
): Promise<T> {
  throwIfAborted(signal);
  const takeTurn = () => decodingQueue.run(share, () => work().catch(throwDecodeRefusal), signal);
  const turn =
    findContainer(type) === 'heif' ? wholeFrameDecodingQueue.run(share, takeTurn, signal) : takeTurn();
  return turn.catch((error: unknown) => {
    if (error instanceof ShareRefused && error.reason === 'full') throw refuseMedia.busy();
    throw signal?.aborted && !(error instanceof MediaRefusal) ? refusalFromAbort(signal) : error;
  });
}

function throwDecodeRefusal(error: unknown): never {
  if (error instanceof MediaRefusal) throw error;
  const message = error instanceof Error ? error.message : '';
  if (/^timeout: \d+%/.test(message)) throw refuseMedia.timedOut();
  // libheif reads at most 256 items of a container, and a phone's 48 megapixels have 192; such a file may be intact.
  throw /security limit exceeded:.* (?:items|tiles)\b/i.test(message)
    ? refuseMedia.tooComplex(error)
    : refuseMedia.damaged(error);
}

/** The header and a placeholder image of a few hundred bytes, which also proves that the file decodes. */
export async function probePicture(
  source: PictureSource,
  type: PictureType,
  { maxPixels, ...requester }: PictureLimits = {},
): Promise<Picture & { preview: string }> {
  return runInDecodingQueue(
    type,
    async () => {
      const picture = await readPictureHeader(source, type, maxPixels);
      const open = await openPicture(source, picture, { maxPixels, ...requester });
      const bytes = await open()
        .resize({ width: previewSide, height: previewSide, fit: 'inside' })
        .webp({ quality: 40, alphaQuality: 40, effort: 4 })
        .toBuffer();
      return { ...picture, preview: `data:image/webp;base64,${bytes.toString('base64')}` };
    },
    requester,
  );
}
