import { companyPage } from './company.tsx';
import { companyDashboardPage } from './company-dashboard.tsx';
import { companyCardPage, newCompanyPage } from './company-editor.tsx';
import { companyReviewPage } from './company-review.tsx';

export const companyPages = [
  newCompanyPage,
  companyPage,
  companyDashboardPage,
  companyCardPage,
  companyReviewPage,
] as const;
