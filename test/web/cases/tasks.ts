import { paths } from '../../../src/base/site/paths.ts';
import type { Cases } from './case.ts';

export const tasksCases: Cases = {
  // The resident asked the board; a company has no part in it.
  [paths.task]: { statuses: { moderator: 404, company: 404 } },
  [paths.editTask]: { statuses: { moderator: 404, company: 404 } },
};
