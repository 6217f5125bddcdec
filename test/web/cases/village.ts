import { paths } from '../../../src/base/site/paths.ts';
import type { Cases } from './case.ts';

/** The plot is the resident's: to the others there is nothing at its pages. */
const ownPlot = { statuses: { editor: 404, moderator: 404, company: 404 } };

export const villageCases: Cases = {
  [paths.inviteToPlot]: ownPlot,
  [paths.leavePlot]: ownPlot,
  [paths.documents]: { statuses: { moderator: 403, company: 403 } },
};
