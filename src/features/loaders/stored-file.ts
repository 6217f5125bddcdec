import type { MediaRow } from '../../store/media/media.ts';

export interface StoredFile {
  readonly sha256: string;
  readonly type: string;
  readonly bytes: number;
  readonly name: string;
}

/**
 * What is served of a file: a document as it was sent, of a picture the large size or a small one. Undefined: not ready, or
 * not readable.
 */
export function findStoredFile(
  media: MediaRow | undefined,
  size: 'large' | 'thumb' = 'large',
): StoredFile | undefined {
  if (media?.state !== 'ready') return undefined;
  const { fileName: name, contentType: type } = media;
  if (type === 'application/pdf') return { sha256: media.sha256, type, bytes: Number(media.bytes), name };
  const picture = media.renditions[size] ?? media.renditions.original;
  return picture && { sha256: picture.sha256, type: picture.type, bytes: picture.bytes, name };
}
