import { companyPage } from './company.tsx';
import { companyDashboardPage } from './company-dashboard.tsx';
import { companyCardPage, newCompanyPage } from './company-editor.tsx';
import { companyLeavingPage } from './company-leaving.tsx';
import { companyReviewPage } from './company-review.tsx';

export const companyPages = [
  newCompanyPage,
  companyPage,
  companyDashboardPage,
  companyCardPage,
  companyReviewPage,
  companyLeavingPage,
] as const;
