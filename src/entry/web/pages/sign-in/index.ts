import { checkMailPage } from './check-mail.tsx';
import { confirmPage } from './confirm.tsx';
import { consentPage } from './consent.tsx';
import { forgotPage } from './forgot.tsx';
import { loginPage } from './login.tsx';
import { acceptPoliciesPage, privacyPage, termsPage } from './policy-pages.tsx';
import { registerPage } from './register.tsx';
import { resetPage, restorePage } from './reset.tsx';

export const signInPages = [
  loginPage,
  registerPage,
  checkMailPage,
  confirmPage,
  forgotPage,
  resetPage,
  restorePage,
  consentPage,
  privacyPage,
  termsPage,
  acceptPoliciesPage,
] as const;
