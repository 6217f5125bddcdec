import { paths } from '../../../src/site/paths.ts';
import type { Cases } from './case.ts';

/** The board's own: refused to everybody else of the village. */
const boardOnly = { statuses: { resident: 403, moderator: 403, company: 403 } };

export const boardCases: Cases = {
  [paths.board]: boardOnly,
  [paths.claim]: boardOnly,
  [paths.correction]: boardOnly,
  // Whoever complained sees it among their tasks.
  [paths.report]: { statuses: { resident: 404, moderator: 404, company: 404 } },
};
