import { hash } from 'node:crypto';
import { refuse } from '../../../domain/kernel/refusal.ts';
import type { WholeArticleRow } from '../../../store/journal/articles.ts';

type VersionedFields = Pick<WholeArticleRow, 'title' | 'body' | 'visibility' | 'aboutOn' | 'coverMediaId'>;

/** Version tag of an article: differs after every edit. */
export function computeArticleVersion({
  title,
  body,
  visibility,
  aboutOn,
  coverMediaId,
}: VersionedFields): string {
  const kept = JSON.stringify([title, body, visibility, aboutOn, coverMediaId]);
  return hash('sha256', kept, 'base64url').slice(0, 16);
}

/** Optimistic locking: refuses an edit that is based on another version. */
export function refuseStaleVersion(article: VersionedFields, base: string | null | undefined): void {
  if (base == null || base === computeArticleVersion(article)) return;
  refuse.invalid('base_version', {
    en: 'The text was changed meanwhile. Read it again and decide which one stays.',
    ru: 'Пока вы писали, текст изменили. Прочитайте его снова и решите, какой останется.',
  });
}
