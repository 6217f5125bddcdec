import type { z } from 'zod';
import type { Visibility } from '../../../domain/rules/settlement-role.ts';
import type { show_article } from '../../../features/operations/journal/show_article.ts';
import { edit_media } from '../../../features/operations/media/edit_media.ts';
import type { FormRequest } from '../page/page.ts';

type ShownArticle = z.output<typeof show_article.output>['data'];

/** Gives photographs of a published entry the visibility of the entry. */
export async function publishPhotographs(
  { call }: FormRequest,
  { photographs, visibility }: ShownArticle,
  ids: readonly string[],
  before?: Visibility,
): Promise<void> {
  const ours = new Set(ids);
  for (const { id, visibility: seenBy, subject } of photographs) {
    const follows = seenBy === 'private' || seenBy === before;
    if (ours.has(id) && subject.type !== 'article' && seenBy !== visibility && follows)
      await call(edit_media, { media: id, visibility });
  }
}
