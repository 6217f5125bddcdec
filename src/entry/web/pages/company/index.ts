import { companyCardPage, newCompanyPage } from './card.tsx';
import { companyPage } from './company.tsx';
import { companyDeskPage } from './desk.tsx';
import { companyReviewPage } from './review.tsx';

export const companyPages = [
  newCompanyPage,
  companyPage,
  companyDeskPage,
  companyCardPage,
  companyReviewPage,
] as const;
