import type { RenditionName } from './renditions.ts';
import { roundExpiry, signMediaUrl } from './signed-url.ts';

/** The key that picture URLs are signed with. */
export interface MediaUrlSigner {
  readonly media: { readonly addressKey: Buffer };
}

/**
 * The path of a picture, readable by whoever has it until it expires (one to two hours). Return it only to a user who
 * has just been permitted to see the picture.
 */
export function createSignedMediaPath(
  services: MediaUrlSigner,
  mediaId: string,
  rendition: RenditionName,
  now: Date,
): string {
  const token = signMediaUrl({ mediaId, rendition, expiresAt: roundExpiry(now) }, services.media.addressKey);
  return `/media/${mediaId}/${rendition}?s=${token}`;
}
