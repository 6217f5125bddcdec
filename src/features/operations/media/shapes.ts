import { z } from 'zod';
import {
  formatTimestamp,
  outEnum,
  outId,
  outText,
  outTimestamp,
  outUrl,
  outWord,
} from '../../../domain/kernel/fields.ts';
import { isOfOwnDoor, mediaSubjectTypes } from '../../../domain/rules/media-access.ts';
import { visibilities } from '../../../domain/rules/settlement-role.ts';
import { type RenditionName, renditionNames } from '../../../engines/media/renditions.ts';
import { createSignedMediaPath, type MediaUrlSigner } from '../../../engines/media/signed-media-path.ts';
import type { MediaRow } from '../../../store/media/media.ts';
import { restorableUntil } from '../shapes/restoration.ts';

const rendition = z.object({
  path: outUrl.describe('Where to read it, below the base address, until it expires.'),
  width: z.int().nullable().describe('In pixels; null for a document.'),
  height: z.int().nullable(),
  content_type: outWord,
});

export const mediaShape = z.object({
  id: outId,
  path: outUrl
    .nullable()
    .describe(
      'Address of the picture in middle size (of a document: of the file), below the base address. Expires within two hours: read the list again for a fresh one. Null until the picture is ready.',
    ),
  renditions: z
    .record(outWord, rendition)
    .describe('The same in every size there is: thumb, medium, large, original. Empty until it is ready.'),
  state: outEnum(['processing', 'ready', 'failed']).describe(
    'processing: the sizes are being made, ask again in a moment; failed: it could not be read, send it anew.',
  ),
  caption: outText,
  visibility: outEnum(visibilities).describe(
    'Who sees it, at the most: never more people than see the article or review it belongs to.',
  ),
  subject: z.object({ type: outEnum(mediaSubjectTypes), id: outId }).describe('What it belongs to.'),
  settlement_id: outId.nullable().describe('Null for the knowledge base and companies.'),
  parcel_id: outId.nullable().describe('The plot it shows; null when it is of none.'),
  owner_user_id: outId,
  width: z.int().nullable().describe('Of the original in pixels; null for a document.'),
  height: z.int().nullable(),
  content_type: outWord.describe('Of the file as it was sent.'),
  bytes: z.int().describe('Likewise; this counts towards the quota.'),
  taken_at: outTimestamp.nullable().describe('When it was shot; null when the file does not say.'),
  preview: outUrl
    .nullable()
    .describe('A tiny picture as a data address, to show until the real one comes; null for a document.'),
  tags: z.array(outText),
  created_at: outTimestamp,
  restorable_until: restorableUntil,
});

/** For assistants: `path` is enough, and `pictures` sends the picture itself. */
export function omitSizes<Media extends { renditions: object; preview: string | null }>(media: Media): Media {
  return { ...media, renditions: {}, preview: null };
}

/** Without the owner: residents addressed by plot number stay anonymous. */
export const sentFile = mediaShape.pick({
  id: true,
  path: true,
  renditions: true,
  state: true,
  caption: true,
  width: true,
  height: true,
  content_type: true,
  bytes: true,
  preview: true,
});

export function showMedia(
  services: MediaUrlSigner,
  row: MediaRow,
  tags: readonly string[],
  now: Date,
): z.input<typeof mediaShape> {
  const address = (name: RenditionName) => createSignedMediaPath(services, row, name, now);
  const isReady = row.state === 'ready';
  const isDocument = row.contentType === 'application/pdf';
  const sizes: Record<string, z.input<typeof rendition>> = {};
  if (isReady && isDocument) {
    sizes.original = { path: address('original'), width: null, height: null, content_type: row.contentType };
  }
  for (const name of renditionNames) {
    const kept = row.renditions[name];
    if (!isReady || kept === undefined) continue;
    sizes[name] = { path: address(name), width: kept.width, height: kept.height, content_type: kept.type };
  }
  return {
    id: row.id,
    path: isReady ? address(isDocument ? 'original' : 'medium') : null,
    renditions: sizes,
    state: row.state,
    caption: row.caption,
    visibility: row.visibility,
    subject: showSubject(row),
    settlement_id: row.settlementId,
    parcel_id: row.parcelId,
    owner_user_id: row.ownerId,
    width: row.width,
    height: row.height,
    content_type: row.contentType,
    bytes: Number(row.bytes),
    taken_at: formatTimestamp(row.takenAt),
    preview: row.preview,
    tags: [...tags],
    created_at: formatTimestamp(row.createdAt),
  };
}

/** What was sent for a document or a reading is said to belong to where it was sent. */
function showSubject({ subjectType: type, subjectId: id, settlementId, ownerId }: MediaRow) {
  if (!isOfOwnDoor(type)) return { type, id };
  return settlementId === null
    ? { type: 'message' as const, id: ownerId }
    : { type: 'settlement' as const, id: settlementId };
}
