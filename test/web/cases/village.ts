import { paths } from '../../../src/base/site/paths.ts';
import type { PageCases } from './page-case.ts';

/** The plot belongs to the resident: 404 for the others. */
const ownPlot = { statuses: { editor: 404, moderator: 404, company: 404 } };

export const villageCases: PageCases = {
  [paths.inviteToPlot]: ownPlot,
  [paths.leavePlot]: ownPlot,
  [paths.documents]: { statuses: { moderator: 403, company: 403 } },
};
