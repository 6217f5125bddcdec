import { createSignedMediaPath, type MediaUrlSigner } from '../../engines/media/signed-media-path.ts';
import { formatPassageAnchor } from '../../engines/search/passage-anchors.ts';

/** URL of an article's page. */
export function articleUrl(origin: string, slug: string): string {
  return `${origin}/knowledge/${encodeURIComponent(slug)}`;
}

/** URL of an article's page at a passage. */
export function passageUrl(origin: string, slug: string, passageId: string): string {
  return `${articleUrl(origin, slug)}#${formatPassageAnchor(passageId)}`;
}

interface AddressedFigure {
  number: number;
  mediaId: string | null;
  hash: string;
}

const hashLength = 16;

/** Path of a figure. A drawing's path contains its hash, so that it can be cached for ever. */
export function figurePath(
  services: MediaUrlSigner,
  articleId: string,
  figure: AddressedFigure,
  now: Date,
): string {
  if (figure.mediaId !== null) return createSignedMediaPath(services, { id: figure.mediaId }, 'medium', now);
  return `/knowledge/figures/${articleId}-${figure.number}-${figure.hash.slice(0, hashLength)}.svg`;
}

const drawingName = /^([1-9]\d{0,18})-([1-9]\d{0,3})-([\w-]{16})\.svg$/;

export function parseDrawingName(
  name: string,
): { articleId: string; number: number; hash: string } | undefined {
  const [, articleId, number, hash] = drawingName.exec(name) ?? [];
  if (articleId === undefined || hash === undefined) return undefined;
  return BigInt(articleId) <= 9_223_372_036_854_775_807n
    ? { articleId, number: Number(number), hash }
    : undefined;
}
