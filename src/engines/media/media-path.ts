import type { RenditionName } from './renditions.ts';
import { roundExpiry, signAddress } from './signed-address.ts';

/** What addresses of pictures are made with. */
export interface AddressSigner {
  readonly media: { readonly addressKey: Buffer };
}

/**
 * The address of a picture below the service's own, readable by whoever has it until it expires (one to two hours). So
 * it is handed only to somebody who has just been found to see the picture.
 */
export function mediaPath(
  services: AddressSigner,
  mediaId: string,
  rendition: RenditionName,
  now: Date,
): string {
  const token = signAddress({ mediaId, rendition, expiresAt: roundExpiry(now) }, services.media.addressKey);
  return `/media/${mediaId}/${rendition}?s=${token}`;
}
