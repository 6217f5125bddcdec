import { platformAuditPage } from './audit.tsx';
import { platformCompanyPage } from './company.tsx';
import { platformPage } from './platform.tsx';
import { platformReportPage } from './report.tsx';
import { reportedReviewsPage } from './reported-reviews.tsx';
import { platformRoleHolderPage } from './role-holder.tsx';
import { platformRolesPage } from './roles.tsx';
import { platformVillagePage } from './village-request.tsx';

export const platformPages = [
  platformPage,
  platformCompanyPage,
  platformReportPage,
  platformAuditPage,
  platformVillagePage,
  platformRolesPage,
  platformRoleHolderPage,
  reportedReviewsPage,
] as const;
