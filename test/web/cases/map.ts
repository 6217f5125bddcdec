import { paths } from '../../../src/base/site/paths.ts';
import type { PageCases } from './page-case.ts';

export const mapCases: PageCases = {
  [paths.boundary]: { statuses: { resident: 403, company: 403 } },
  [paths.landImports]: { statuses: { resident: 403, company: 403 } },
  [paths.landColumns]: { statuses: { resident: 403, company: 403 } },
  [paths.landImport]: { statuses: { resident: 403, company: 403 } },
  // A plot of the resident; the board may view it.
  [paths.plotPlan]: { statuses: { moderator: 404, company: 404 } },
};
