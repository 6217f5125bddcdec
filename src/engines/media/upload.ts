import type { Readable } from 'node:stream';
import { serviceOwner } from '../../base/threads/fair-share.ts';
import type { BlobStore, PutOptions, StoredBlob } from './blob-store.ts';
import { detectMediaType, isPictureType, type MediaType, mediaTypes } from './content-type.ts';
import { refuseMedia } from './media-refusal.ts';
import { requireWholePdf } from './pdf.ts';
import { maxPictureBytes, type Picture, probePicture } from './picture.ts';

export type UploadLimits = {
  maxBytes?: number | undefined;
  maxPixels?: number | undefined;
  /** The accepted types; all known ones by default. */
  types?: readonly MediaType[] | undefined;
  /** From Content-Length, when the body is the file itself. */
  declaredSize?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Whose fair share of the decoders is used. */
  share?: string | undefined;
  /** For receiving and decoding together. */
  timeoutMs?: number | undefined;
  /** As in PutOptions. */
  keepCutShort?: PutOptions['keepCutShort'];
};

export type Upload = StoredBlob & {
  type: MediaType;
  picture: (Picture & { preview: string }) | undefined;
};

const uploadTimeoutMs = 10 * 60 * 1000;

/**
 * Receives a file, detects its type, and stores it only if it is valid; otherwise throws a MediaRefusal and leaves
 * nothing behind. The source of a refused upload is left unread, not destroyed: see BlobStore.
 *
 * The blob is the raw upload with its metadata and anything hidden in it. Never serve it: serve renditions, or a PDF
 * as an attachment.
 */
export async function receiveUpload(
  store: BlobStore,
  source: Readable,
  limits: UploadLimits = {},
): Promise<Upload> {
  const {
    maxBytes = maxPictureBytes,
    maxPixels,
    types = mediaTypes,
    declaredSize,
    timeoutMs = uploadTimeoutMs,
    share = serviceOwner,
  } = limits;
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(new DOMException('too slow', 'TimeoutError')), timeoutMs);
  const follow = () => ending.abort(limits.signal?.reason);
  if (limits.signal?.aborted) follow();
  limits.signal?.addEventListener('abort', follow, { once: true });
  const { signal } = ending;
  let type: MediaType | undefined;
  let picture: Upload['picture'];

  try {
    const blob = await store.put(source, {
      maxBytes,
      declaredSize,
      signal,
      ...(limits.keepCutShort && { keepCutShort: limits.keepCutShort }),
      checkStart(start) {
        type = requireMediaType(start, types);
      },
      async checkWhole({ path }) {
        if (type && isPictureType(type))
          picture = await probePicture(path, type, { maxPixels, share, signal });
        else await requireWholePdf(path);
      },
    });
    if (!type) throw new TypeError('the store skipped the check of the type');
    return { ...blob, type, picture };
  } finally {
    clearTimeout(timer);
    limits.signal?.removeEventListener('abort', follow);
  }
}

function requireMediaType(start: Buffer, accepted: readonly MediaType[]): MediaType {
  const type = detectMediaType(start);
  if (!type) throw refuseMedia.wrongType();
  if (!accepted.includes(type)) throw refuseMedia.unwantedType();
  return type;
}
