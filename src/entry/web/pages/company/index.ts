import { companyCardPage, newCompanyPage } from './card.tsx';
import { companyPage } from './company.tsx';
import { companyDashboardPage } from './desk.tsx';
import { companyReviewPage } from './review.tsx';

export const companyPages = [
  newCompanyPage,
  companyPage,
  companyDashboardPage,
  companyCardPage,
  companyReviewPage,
] as const;
