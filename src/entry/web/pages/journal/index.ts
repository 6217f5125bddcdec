import { articlePage } from './article.tsx';
import { articlesPage } from './articles.tsx';
import { registerJournalFeed } from './feed.ts';
import { myArticlesPage } from './my-articles.tsx';
import { removeArticlePage } from './remove-article.tsx';
import { announcePage, editArticlePage, writePage } from './write.tsx';

export const journalPages = [
  articlesPage,
  articlePage,
  writePage,
  editArticlePage,
  removeArticlePage,
  myArticlesPage,
  announcePage,
] as const;

/** Routes of this area that are no pages. */
export const journalRoutes = [registerJournalFeed] as const;
