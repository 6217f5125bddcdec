import { paths } from '../../../src/base/site/paths.ts';
import type { PageCases } from './page-case.ts';

export const messagesCases: PageCases = {
  // A conversation of the neighbour and the resident.
  [paths.conversation]: { statuses: { editor: 404, moderator: 404, company: 404 } },
};
