import { hash } from 'node:crypto';
import { refuse } from '../../../domain/kernel/refusal.ts';
import type { WholeArticleRow } from '../../../store/journal/articles.ts';

type Kept = Pick<WholeArticleRow, 'title' | 'body' | 'visibility' | 'aboutOn' | 'coverMediaId'>;

/** Version tag of an article: differs after every edit. */
export function versionOf({ title, body, visibility, aboutOn, coverMediaId }: Kept): string {
  const kept = JSON.stringify([title, body, visibility, aboutOn, coverMediaId]);
  return hash('sha256', kept, 'base64url').slice(0, 16);
}

/** Optimistic locking: refuses an edit that is based on another version. */
export function refuseMoved(article: Kept, base: string | null | undefined): void {
  if (base == null || base === versionOf(article)) return;
  refuse.invalid('base_version', {
    en: 'The text was changed meanwhile. Read it again and decide which one stays.',
    ru: 'Пока вы писали, текст изменили. Прочитайте его снова и решите, какой останется.',
  });
}
