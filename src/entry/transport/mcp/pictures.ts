import { buffer } from 'node:stream/consumers';
import type { Pool } from '../../../base/db/connect.ts';
import { isId } from '../../../domain/kernel/identifier.ts';
import type { OperationPicture } from '../../../domain/kernel/operation.ts';
import type { Services } from '../../../domain/kernel/services.ts';
import { wasNarrowed } from '../../../domain/rules/settlement-role.ts';
import { type RenditionName, renditionSides } from '../../../engines/media/renditions.ts';
import { verifyMediaUrl } from '../../../engines/media/signed-url.ts';
import { rasterizeSvg } from '../../../engines/media/svg-rasterizer.ts';
import { parseDrawingName } from '../../../features/knowledge/article-urls.ts';
import { findFigureSvg } from '../../../store/knowledge/knowledge-passages.ts';
import { findMedia } from '../../../store/media/media.ts';

export interface Picture {
  mimeType: string;
  /** Undefined: not a picture, or too large. */
  bytes: Buffer | undefined;
}

/** The size to view one picture, and the size to tell many apart. */
type Size = Extract<RenditionName, 'thumb' | 'medium'>;

export interface Pictures {
  /** Loads the picture of a URL in a reply. The signed URL itself is the permission. */
  load(address: string, size: Size): Promise<Picture | null>;
  /** Blocks of a tool result as JSON: images up to the limits, then links. */
  renderBlocks(pictures: readonly OperationPicture[]): Promise<string[]>;
}

/** Limits per result; base64 adds a third. */
const maxImages = 12;
const maxBytes = 600_000;
/** Up to this many are sent in medium size. */
const maxMediumImages = 3;

export function createPictures(parts: { pool: Pool; services: Services; now(): Date }): Pictures {
  const { pool, services, now } = parts;

  async function load(address: string, size: Size): Promise<Picture | null> {
    const { pathname, searchParams } = new URL(address, 'http://here');
    const [, folder, first = '', second = ''] = pathname.split('/');
    return folder === 'media'
      ? loadMedia(first, second, searchParams.get('s') ?? '', size)
      : loadDrawing(second, size);
  }

  async function loadMedia(
    mediaId: string,
    rendition: string,
    token: string,
    size: Size,
  ): Promise<Picture | null> {
    if (!isId(mediaId)) return null;
    const signed = verifyMediaUrl({ mediaId, rendition, token }, services.media.addressKey, now());
    const media = signed && (await findMedia(pool, mediaId));
    if (media?.state !== 'ready' || wasNarrowed(media, signed)) return null;
    const kept = media.renditions[size];
    if (kept === undefined) return { mimeType: media.contentType, bytes: undefined };
    if (kept.bytes > maxBytes) return { mimeType: kept.type, bytes: undefined };
    const stream = await services.media.store.open(kept.sha256);
    return stream === undefined ? null : { mimeType: kept.type, bytes: await buffer(stream) };
  }

  async function loadDrawing(name: string, size: Size): Promise<Picture | null> {
    const drawing = parseDrawingName(name);
    const svg = drawing && (await findFigureSvg(pool, drawing.articleId, drawing.number, drawing.hash));
    if (svg === undefined) return null;
    const bytes = await rasterizeSvg(svg, renditionSides[size]);
    return { mimeType: 'image/png', bytes: bytes.length > maxBytes ? undefined : bytes };
  }

  return {
    load,
    async renderBlocks(pictures) {
      const size = pictures.length > maxMediumImages ? 'thumb' : 'medium';
      const blocks: string[] = [];
      let left = maxBytes;
      for (const [index, { address, uri }] of pictures.entries()) {
        const found = index < maxImages ? await load(address, size) : null;
        const fits = found?.bytes !== undefined && found.bytes.length <= left;
        if (fits) left -= found.bytes?.length ?? 0;
        blocks.push(fits ? imageBlock(uri, found) : linkBlock(uri, found));
      }
      return blocks;
    },
  };
}

const metaKey = 'settlements/uri';

function imageBlock(uri: string, { mimeType, bytes }: Picture): string {
  const data = bytes?.toString('base64') ?? '';
  return JSON.stringify({ type: 'image', data, mimeType, _meta: { [metaKey]: uri } });
}

function linkBlock(uri: string, found: Picture | null): string {
  const name = uri.split('/').slice(-2).join(' ');
  return JSON.stringify({ type: 'resource_link', uri, name, ...(found && { mimeType: found.mimeType }) });
}
