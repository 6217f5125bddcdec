import { paths } from '../../../src/base/site/paths.ts';
import type { PageCases } from './page-case.ts';

/** The sample article is an announcement: public, but only the board may edit it. */
const boardOnly = { resident: 403, moderator: 403, company: 403 } as const;

export const journalCases: PageCases = {
  [paths.editArticle]: { statuses: boardOnly },
  [paths.removeArticle]: { statuses: boardOnly },
  [paths.changeDay]: { statuses: boardOnly },
  // The sample announcement is not urgent: its page is the article.
  [paths.acknowledge]: { status: 303 },
};
