import { paths } from '../../../src/base/site/paths.ts';
import type { PageCases } from './page-case.ts';

/** Only for representatives of the company. */
const ownCompany = { statuses: { resident: 403, editor: 403, moderator: 403 } };

export const companyCases: PageCases = {
  [paths.companyDashboard]: ownCompany,
  [paths.companyCard]: ownCompany,
  [paths.companyLeaving]: ownCompany,
  [paths.companyReview]: { ...ownCompany, names: ({ companyReview }) => ({ review: companyReview }) },
};
