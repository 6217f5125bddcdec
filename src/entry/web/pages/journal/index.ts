import { acknowledgePage } from './acknowledge.tsx';
import { articlePage } from './article.tsx';
import { articlesPage } from './articles.tsx';
import { registerJournalFeed } from './atom-feed.ts';
import { announcePage, editArticlePage, writePage } from './entry-editor.tsx';
import { myArticlesPage } from './my-articles.tsx';
import { removeArticlePage } from './remove-article.tsx';

export const journalPages = [
  articlesPage,
  articlePage,
  acknowledgePage,
  writePage,
  editArticlePage,
  removeArticlePage,
  myArticlesPage,
  announcePage,
] as const;

/** Routes of this area that are no pages. */
export const journalRoutes = [registerJournalFeed] as const;
