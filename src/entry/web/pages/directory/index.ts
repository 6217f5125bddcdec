import { contactPage } from './contact.tsx';
import { editContactPage, newContactPage } from './contact-editor.tsx';
import { correctCompanyPage, correctContactPage, proposeContactPage } from './correction.tsx';
import { directoryPage } from './directory.tsx';
import { reportReviewPage } from './report-review.tsx';
import { companyMedalPage, contactMedalPage } from './review-form.tsx';

export const directoryPages = [
  directoryPage,
  proposeContactPage,
  newContactPage,
  editContactPage,
  contactPage,
  correctContactPage,
  contactMedalPage,
  correctCompanyPage,
  companyMedalPage,
  reportReviewPage,
] as const;
