import { contactPage } from './contact.tsx';
import { correctCompanyPage, correctContactPage, proposeContactPage } from './correction.tsx';
import { directoryPage } from './directory.tsx';
import { companyMedalPage, contactMedalPage } from './review-form.tsx';

export const directoryPages = [
  directoryPage,
  proposeContactPage,
  contactPage,
  correctContactPage,
  contactMedalPage,
  correctCompanyPage,
  companyMedalPage,
] as const;
