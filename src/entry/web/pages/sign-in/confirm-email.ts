import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { confirm_new_email } from '../../../../features/accounts/confirm_new_email.ts';
import { confirm_registration } from '../../../../features/accounts/confirm_registration.ts';
import { confirm_registration_elsewhere } from '../../../../features/accounts/confirm_registration_elsewhere.ts';
import { refuseExpiredLink } from '../../../../features/accounts/expired-link.ts';
import { show_confirmation } from '../../../../features/accounts/show_confirmation.ts';
import { type ActionResult, type FormRequest, type PageRequest, Redirect } from '../../page/page.ts';
import { readSavedForm } from '../../server/saved-form.ts';
import { describeBrowser, sanitizeNextPath, setSessionCookie } from '../../server/visitor.ts';
import { readConsent } from './policy-consent.tsx';
import { clearRegistrationCookie, readRegistrationSecret } from './registration-cookie.ts';

const addressChanged: Text = {
  en: 'The address is confirmed. The old one was told and can take this back for seven days.',
  ru: 'Адрес подтверждён. На прежний мы написали: оттуда это можно отменить в течение семи дней.',
};

const formOfOtherAccount: Text = {
  en: 'The form that was waiting was written with another account. Sign in with that one in this browser within a day, and it comes back.',
  ru: 'Форму, которая ждала, писали под другой учётной записью. Войдите под ней в этом браузере в течение суток\u00a0— и форма вернётся.',
};

/** `choose`: like `ask`, but with name and password, because this is not the browser that registered. */
type ConfirmationData = {
  state: 'ask' | 'choose' | 'expired' | 'other';
  token?: string;
  policyVersion?: number | null;
};

export const confirmationStatuses = { expired: 422, other: 403 } as const;

const findConfirmation = ({ call, text, request }: PageRequest) =>
  call(show_confirmation, { token: text('token'), browser_secret: readRegistrationSecret(request) });

/** GET does not consume the token: mail clients prefetch links. */
export async function loadConfirmation(pageRequest: PageRequest): Promise<ConfirmationData | Redirect> {
  const { text, form, session, request, dependencies } = pageRequest;
  const token = text('token');
  const found = await findConfirmation(pageRequest);
  const { policyVersion } = dependencies.services.installation;
  if (found.of === 'registration')
    return { state: found.isSameBrowser ? 'ask' : 'choose', token, policyVersion };
  if (found.of === 'change' && found.isOwn) return { state: 'ask', token };
  // A failed POST reveals no more than "expired".
  if (found.of === 'nothing' || form !== null) return { state: 'expired' };
  // Anybody may have typed the new address, so only the account itself can confirm it.
  return session
    ? { state: 'other' }
    : new Redirect(`${paths.login}?${new URLSearchParams({ next: request.url })}`);
}

export async function confirmEmail(pageRequest: FormRequest): Promise<ActionResult> {
  const { call, text, session } = pageRequest;
  const found = await findConfirmation(pageRequest);
  if (found.of === 'registration') return confirmNewAccount(pageRequest, found.isSameBrowser);
  if (!session) return refuseExpiredLink();
  await call(confirm_new_email, { token: text('token') });
  return { to: paths.accountSecurity, notice: addressChanged };
}

/** In the browser that registered one click is enough; elsewhere name and password are set again. */
async function confirmNewAccount(pageRequest: FormRequest, isSameBrowser: boolean): Promise<ActionResult> {
  const { call, text, form, request, reply } = pageRequest;
  const input = { token: text('token'), browser: describeBrowser(request) };
  const { next, session } = isSameBrowser
    ? await call(confirm_registration, { ...input, browser_secret: readRegistrationSecret(request) })
    : await call(confirm_registration_elsewhere, {
        ...input,
        display_name: form.get('display_name') ?? '',
        password: form.get('password') ?? '',
        ...readConsent(pageRequest),
      });
  clearRegistrationCookie(request, reply);
  if (session !== null) setSessionCookie(request, reply, session);
  // A stored form cannot belong to a new account: it was written with another one.
  const isWaiting = (await readSavedForm(pageRequest)) !== '';
  return { to: sanitizeNextPath(next), ...(isWaiting && { notice: formOfOtherAccount }) };
}
