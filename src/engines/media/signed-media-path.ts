import type { RenditionName } from './renditions.ts';
import { roundExpiry, signMediaUrl } from './signed-url.ts';

/** The key that picture URLs are signed with. */
export interface MediaUrlSigner {
  readonly media: { readonly addressKey: Buffer };
}

/**
 * The path of a picture, readable by whoever has it until it expires (one to two hours), or until fewer people may see
 * the picture than at `visibility`. Without one, as in an article that decides who sees its pictures, it is not bound
 * to any. Return it only to a user who has just been permitted to see the picture.
 */
export function createSignedMediaPath(
  services: MediaUrlSigner,
  { id: mediaId, visibility }: { readonly id: string; readonly visibility?: string | undefined },
  rendition: RenditionName,
  now: Date,
): string {
  const claims = { mediaId, rendition, visibility, expiresAt: roundExpiry(now) };
  return `/media/${mediaId}/${rendition}?s=${signMediaUrl(claims, services.media.addressKey)}`;
}
