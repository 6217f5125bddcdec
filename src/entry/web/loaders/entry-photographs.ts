import type { z } from 'zod';
import { isId } from '../../../domain/kernel/identifier.ts';
import type { Visibility } from '../../../domain/rules/settlement-role.ts';
import type { show_article } from '../../../features/operations/journal/show_article.ts';
import { edit_media } from '../../../features/operations/media/edit_media.ts';
import type { FormRequest } from '../page/page.ts';

const pictureToken = /\[media:(\d{1,19})\]/g;
const onlyPictures = /^\s*(?:\[media:[1-9]\d{0,18}\]\s*)*$/;

/** Splits off photograph tokens that stand alone at the end of the text. */
export function splitPhotographs(body: string): { text: string; ids: string[] } {
  // Line by line from the end: a single regular expression would backtrack at every empty line.
  const lines = body.split('\n');
  let first = lines.length;
  while (first > 0 && onlyPictures.test(lines[first - 1] ?? '')) first -= 1;
  const ids = [...lines.slice(first).join('\n').matchAll(pictureToken)].map(([, id = '']) => id);
  return ids.length === 0 ? { text: body, ids } : { text: lines.slice(0, first).join('\n').trimEnd(), ids };
}

/** Appends tokens of photographs that the text does not mention. */
export function joinPhotographs(text: string, ids: readonly string[]): string {
  const left = [...new Set(ids)].filter((id) => isId(id) && !text.includes(`[media:${id}]`));
  const pictures = left.map((id) => `[media:${id}]`).join(' ');
  return [text.trimEnd(), pictures].filter(Boolean).join('\n\n');
}

/** Gives photographs of a published entry the visibility of the entry. */
export async function publishPhotographs(
  { call }: FormRequest,
  { photographs, visibility }: z.output<typeof show_article.output>['data'],
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
