import { paths } from '../../../src/base/site/paths.ts';
import type { Cases } from './case.ts';

/** Its article is an announcement of the board: everybody may read it, the board alone may change it. */
const boardOnly = { resident: 403, moderator: 403, company: 403 } as const;

export const journalCases: Cases = {
  [paths.editArticle]: { statuses: boardOnly },
  [paths.removeArticle]: { statuses: boardOnly },
};
