import { paths } from '../../../src/base/site/paths.ts';
import type { PageCases } from './page-case.ts';

/** The plot belongs to the resident: 404 for the others. */
const ownPlot = { statuses: { editor: 404, moderator: 404, company: 404 } };

export const villageCases: PageCases = {
  // Everybody who has a place, or something to decide, is led to Today.
  [paths.home]: { statuses: { resident: 303, editor: 303, moderator: 303, company: 303 } },
  [paths.inviteToPlot]: ownPlot,
  [paths.leavePlot]: ownPlot,
  [paths.villageDevices]: { statuses: { moderator: 403, company: 403 } },
  // Everybody reads the list of what is open to them; the sample document is for residents.
  [paths.documents]: {},
  [paths.document]: { status: 303, statuses: { resident: 200, editor: 200, moderator: 404, company: 404 } },
  [paths.documentReading]: { statuses: { resident: 403, moderator: 403, company: 403 } },
};
