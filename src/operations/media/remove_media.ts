import { z } from 'zod';
import { id } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { removeBlobsLater } from '../../media/blob-removal.ts';
import { recountPhotographs } from '../../store/journal/articles.ts';
import { clearTags } from '../../store/journal/tags.ts';
import { deleteMedia, lockArticlesShowing } from '../../store/media/media.ts';
import { requireMedia } from './target.ts';

export const remove_media = defineOperation({
  name: 'remove_media',
  tag: 'Media',
  route: 'DELETE /media/{media}',
  success: 200,
  scope: 'mcp:write',
  audiences: ['resident', 'settlement'],
  summary: 'Remove a photograph or file for good.',
  description: 'For whoever added it and for the board. Articles that name it keep their text.',
  destructive: true,
  input: z.object({ media: id.describe('From list_media.') }),
  output: z.object({ data: z.object({ removed: z.literal(true) }) }),
  async handle(input, { db, caller, services, now }) {
    const articles = await lockArticlesShowing(db, input.media);
    const media = await requireMedia(db, caller, input.media, () => 'remove');
    await clearTags(db, 'media', media.id);
    const blobs = await deleteMedia(db, media.id);
    if (articles.length > 0) await recountPhotographs(db, articles);
    if (blobs.length > 0) await services.jobs.add(db, removeBlobsLater(blobs, now()));
    return { data: { removed: true as const } };
  },
});
