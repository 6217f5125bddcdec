import { paths } from '../../../src/base/site/paths.ts';
import type { PageCases } from './page-case.ts';

const moderatorsOnly = { statuses: { resident: 403, editor: 403, company: 403 } };

export const moderationCases: PageCases = {
  [paths.moderationTexts]: moderatorsOnly,
  [paths.moderationText]: moderatorsOnly,
  [paths.platform]: moderatorsOnly,
  [paths.platformAudit]: moderatorsOnly,
  [paths.platformSanctions]: moderatorsOnly,
  // The moderator of the sample data is also an operator.
  [paths.platformRoles]: moderatorsOnly,
  [paths.platformRoleHolder]: { ...moderatorsOnly, names: ({ operator }) => ({ account: operator }) },
  [paths.operator]: moderatorsOnly,
  [paths.setupMail]: moderatorsOnly,
  [paths.setupAddress]: moderatorsOnly,
  [paths.setupBackups]: moderatorsOnly,
  [paths.setupSettlement]: moderatorsOnly,
  [paths.setupPolicies]: moderatorsOnly,
  [paths.platformSettlementRequest]: moderatorsOnly,
  [paths.platformCompany]: moderatorsOnly,
  [paths.moderationReviews]: moderatorsOnly,
  [paths.platformReport]: { ...moderatorsOnly, names: ({ platformReport }) => ({ report: platformReport }) },
};
