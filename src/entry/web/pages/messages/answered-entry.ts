import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { show_article } from '../../../../features/operations/journal/show_article.ts';
import type { VisitorCall } from '../../server/visitor-calls.ts';
import type { View } from '../../ui/view.ts';

export const texts = {
  about: { en: 'About the entry', ru: 'О записи' },
} as const satisfies Record<string, Text>;

/** A diary entry whose author gets a message. */
export interface AnsweredEntry {
  readonly slug: string;
  readonly title: string;
  readonly path: string;
  readonly author: string;
  readonly authorId: string;
}

/** Read as the visitor: whoever may not read an entry cannot answer it. */
export async function loadAnsweredEntry(
  call: VisitorCall,
  settlement: string,
  article: string,
): Promise<AnsweredEntry> {
  const { data } = await call(show_article, { settlement, article });
  return {
    slug: data.slug,
    title: data.title,
    path: fillPath(paths.article, { settlement, article: data.slug }),
    author: data.author_name,
    authorId: data.author_user_id,
  };
}

/** The entry is named below the words, so that lists of messages begin with them. */
export function nameEntry(body: string, { title, path }: AnsweredEntry, { language, baseUrl }: View): string {
  const words = body.trim();
  if (words === '') return body;
  return `${words}\n\n${texts.about[language]} «${title}»: ${baseUrl.replace(/\/+$/, '')}${path}`;
}
