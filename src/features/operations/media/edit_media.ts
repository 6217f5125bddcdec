import { z } from 'zod';
import { enumField, id, tagNames, text } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { followsSubjectVisibility } from '../../../domain/rules/media-access.ts';
import { isNarrowerOrEqual, type Visibility, visibilities } from '../../../domain/rules/settlement-role.ts';
import { listTags, setTags } from '../../../store/journal/tags.ts';
import { saveMedia } from '../../../store/media/media.ts';
import { restoreMedia } from './media-restoration.ts';
import { requireMedia } from './media-target.ts';
import { mediaShape, showMedia } from './shapes.ts';

export const edit_media = defineOperation({
  name: 'edit_media',
  tag: 'Media',
  route: 'PATCH /media/{media}',
  success: 200,
  scope: 'mcp:write',
  audiences: ['resident', 'settlement'],
  summary: 'Change a photograph or file, or bring back what you removed.',
  description: 'To move it use set_media_subject.',
  idempotent: true,
  input: z.object({
    media: id.describe('From list_media.'),
    caption: text(500).nullish().describe('What it shows.'),
    visibility: enumField(visibilities).nullish().describe('Who sees it.'),
    tags: tagNames.nullish().describe('At most 30, the whole set.'),
    removed: z.literal(false).optional().describe('Brings back what you removed.'),
  }),
  output: z.object({ data: mediaShape }),
  async handle(input, context) {
    const { db, caller, services, now, newId } = context;
    if (input.removed === false) await restoreMedia(context, input.media);
    const isHiding = ({ visibility }: { visibility: Visibility }) =>
      input.caption == null && input.tags == null && input.removed == null && input.visibility != null
        ? isNarrowerOrEqual(input.visibility, visibility)
        : false;
    const media = await requireMedia(db, caller, input.media, (found) => (isHiding(found) ? 'hide' : 'edit'));
    const visibility = input.visibility ?? media.visibility;
    if (visibility !== media.visibility && followsSubjectVisibility(media.subjectType)) {
      refuse.invalid('visibility', {
        en: 'Who sees this is decided by what it belongs to, and cannot be set here.',
        ru: 'Кто это видит, решает то, к чему файл относится; здесь это не меняется.',
      });
    }
    const next = { caption: input.caption ?? media.caption, visibility };
    await saveMedia(db, media.id, next);
    const subject = { subjectType: 'media', subjectId: media.id, settlementId: media.settlementId } as const;
    const tags =
      input.tags == null
        ? ((await listTags(db, 'media', [media.id])).get(media.id) ?? [])
        : await setTags(db, subject, input.tags, newId);
    return { data: showMedia(services, { ...media, ...next }, tags, now()) };
  },
});
