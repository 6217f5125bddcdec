import { isUniqueViolation } from '../../../../base/db/connect.ts';
import { removeInvisible } from '../../../../base/i18n/invisible-characters.ts';
import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { confirmNewEmail } from '../../../../features/accounts/account-recovery.ts';
import { type ConfirmedPerson, confirmRegistration } from '../../../../features/accounts/account-requests.ts';
import { hashPassword } from '../../../../features/accounts/password.ts';
import { hashToken } from '../../../../features/oauth/secret-token.ts';
import { findAccountCode } from '../../../../store/accounts/credentials.ts';
import { findRegistration, type RegistrationRow } from '../../../../store/accounts/registrations.ts';
import { type ActionResult, type FormRequest, type PageRequest, Redirect } from '../../page/page.ts';
import { refuseIfInvalid, validateDisplayName, validatePassword } from '../../server/form-validation.ts';
import { readSavedForm } from '../../server/saved-form.ts';
import { sanitizeNextPath, startSession } from '../../server/visitor.ts';
import { readConsent } from './policy-consent.tsx';
import { clearRegistrationCookie, isRegisteringBrowser } from './registration-cookie.ts';

const linkExpired: Text = {
  en: 'This link no longer works: it was used already, or too much time has passed.',
  ru: 'Ссылка больше не действует: ею уже воспользовались или прошло слишком много времени.',
};
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

/** GET does not consume the token: mail clients prefetch links. */
export async function loadConfirmation({
  text,
  form,
  session,
  request,
  dependencies,
}: PageRequest): Promise<ConfirmationData | Redirect> {
  const token = text('token');
  const registration = await findRegistration(dependencies.pool, hashToken(token), dependencies.now());
  const { policyVersion } = dependencies.services.installation;
  if (registration !== undefined)
    return { state: confirmationState(request, registration), token, policyVersion };
  const change = await findAccountCode(
    dependencies.pool,
    hashToken(token),
    'change_email',
    dependencies.now(),
  );
  const isOwn = change !== undefined && change.accountId === session?.accountId;
  if (isOwn) return { state: 'ask', token };
  // A failed POST reveals no more than "expired".
  if (change === undefined || form !== null) return { state: 'expired' };
  // Anybody may have typed the new address, so only the account itself can confirm it.
  return session
    ? { state: 'other' }
    : new Redirect(`${paths.login}?${new URLSearchParams({ next: request.url })}`);
}

export async function confirmEmail(pageRequest: FormRequest): Promise<ActionResult> {
  const codeHash = hashToken(pageRequest.text('token'));
  const registration = await findRegistration(
    pageRequest.dependencies.pool,
    codeHash,
    pageRequest.dependencies.now(),
  );
  return registration === undefined
    ? confirmEmailChange(pageRequest, codeHash)
    : confirmNewAccount(pageRequest, codeHash, registration);
}

async function confirmNewAccount(
  pageRequest: FormRequest,
  codeHash: Buffer,
  registration: RegistrationRow,
): Promise<ActionResult> {
  const { form, request, reply, dependencies } = pageRequest;
  const { displayName: name, passwordHash: hash, policyVersion } = registration;
  let person: ConfirmedPerson = { displayName: name, passwordHash: hash, policyVersion };
  if (confirmationState(request, registration) === 'choose') {
    const displayName = removeInvisible(form.get('display_name') ?? '').trim();
    const password = form.get('password') ?? '';
    const consent = readConsent(pageRequest);
    refuseIfInvalid({
      ...validateDisplayName(displayName),
      ...validatePassword(password),
      ...consent.problems,
    });
    person = { displayName, passwordHash: await hashPassword(password), policyVersion: consent.version };
  }
  const confirmed = await undefinedIfTaken(
    dependencies.pool.begin((db) =>
      confirmRegistration(db, { codeHash, chosen: () => person }, dependencies),
    ),
  );
  if (!confirmed) return refuse.invalid('token', linkExpired);
  clearRegistrationCookie(request, reply);
  await startSession(request, reply, { id: confirmed.accountId }, dependencies);
  // A stored form cannot belong to a new account: it was written with another one.
  const isWaiting = (await readSavedForm(request, dependencies)) !== '';
  return { to: sanitizeNextPath(confirmed.next), ...(isWaiting && { notice: formOfOtherAccount }) };
}

async function confirmEmailChange(
  { session, request, dependencies }: FormRequest,
  codeHash: Buffer,
): Promise<ActionResult> {
  const given = { codeHash, accountId: session?.accountId ?? '' };
  const recovery = { ...dependencies, origin: dependencies.services.emailLinkOrigin(request.origin) };
  const done =
    session &&
    (await undefinedIfTaken(dependencies.pool.begin((db) => confirmNewEmail(db, given, recovery))));
  if (!done) return refuse.invalid('token', linkExpired);
  return { to: paths.accountSecurity, notice: addressChanged };
}

/** In the browser that registered one click is enough; elsewhere name and password are set again. */
function confirmationState(request: PageRequest['request'], registration: RegistrationRow): 'ask' | 'choose' {
  return isRegisteringBrowser(request, registration) ? 'ask' : 'choose';
}

/** Undefined when another account has taken the address since the email was sent. */
function undefinedIfTaken<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  });
}
