import { hash } from 'node:crypto';
import { refuse } from '../../../domain/kernel/refusal.ts';
import type { WholeArticleRow } from '../../../store/journal/articles.ts';

export type VersionedFields = Pick<
  WholeArticleRow,
  'title' | 'body' | 'visibility' | 'aboutOn' | 'coverMediaId' | 'event'
>;

/** Version tag of an article: differs after every edit. */
export function computeArticleVersion(
  { title, body, visibility, aboutOn, coverMediaId, event }: VersionedFields,
  tags: readonly string[],
): string {
  const parts = [title, body, visibility, aboutOn, coverMediaId, [...tags].sort()];
  // Without a day it is what it was before there were days: drafts kept on phones name it.
  const kept = JSON.stringify(event === null ? parts : [...parts, event.sequence, event.starts_at]);
  return hash('sha256', kept, 'base64url').slice(0, 16);
}

/** Optimistic locking: refuses an edit that is based on another version. */
export function refuseStaleVersion(
  article: VersionedFields,
  tags: readonly string[],
  base: string | null | undefined,
): void {
  const version = computeArticleVersion(article, tags);
  if (base == null || base === version) return;
  refuse.invalid(
    'base_version',
    {
      en: 'The text has been changed in the meantime, and nothing was written. Read it again, then send your change with its version.',
      ru: 'Пока вы писали, текст изменили; ничего не записано. Прочитайте его снова и отправьте правку с его версией.',
    },
    { version, now: { title: article.title, body: article.body, visibility: article.visibility, tags } },
  );
}
