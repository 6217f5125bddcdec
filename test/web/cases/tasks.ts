import { paths } from '../../../src/base/site/paths.ts';
import type { PageCases } from './page-case.ts';

export const tasksCases: PageCases = {
  // A request of the resident to the board.
  [paths.task]: { statuses: { moderator: 404, company: 404 } },
  [paths.editTask]: { statuses: { moderator: 404, company: 404 } },
};
