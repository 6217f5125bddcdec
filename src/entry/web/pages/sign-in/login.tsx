import type { ComponentChildren } from 'preact';
import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { Refusal } from '../../../../domain/kernel/refusal.ts';
import { tooManyTriesText } from '../../../../domain/rules/password-texts.ts';
import { end_session } from '../../../../features/accounts/end_session.ts';
import { signIn } from '../../../../features/accounts/sign-in.ts';
import { start_session } from '../../../../features/accounts/start_session.ts';
import { toRateLimitAddress } from '../../../transport/rate-limit.ts';
import { type ActionResult, definePage, type FormRequest, Redirect, RestoredForm } from '../../page/page.ts';
import { findKnownBrowserOfAccount, rememberBrowser } from '../../server/known-browser.ts';
import { enforceSignInLimit } from '../../server/page-rate-limits.ts';
import { clearSavedForm, readSavedForm, saveForm } from '../../server/saved-form.ts';
import { unsealFormFor } from '../../server/sealed-form.ts';
import { clearSession, describeBrowser, sanitizeNextPath, setSessionCookie } from '../../server/visitor.ts';
import { EmailField, PasswordField } from '../../ui/account-fields.tsx';
import { Button, Buttons, LinkButton } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import * as labels from '../../words/labels.ts';
import { hasRegisteredHere } from './registration-cookie.ts';
import { findInvitee, loadSignInReason, SignInReason } from './sign-in-reason.tsx';

export const texts = {
  title: { en: 'Sign in', ru: 'Вход' },
  email: labels.emailAddress,
  password: labels.password,
  submit: labels.signIn,
  forgot: { en: 'I forgot my password', ru: 'Не помню пароль' },
  newHere: { en: 'New here?', ru: 'Впервые здесь?' },
  register: { en: 'Create an account', ru: 'Зарегистрироваться' },
  wrong: { en: 'The address or the password is wrong.', ru: 'Неверная почта или пароль.' },
  unconfirmed: {
    en: 'The address or the password is wrong, or the address is not confirmed yet: open the link in our email first.',
    ru: 'Неверная почта или пароль. Или вы ещё не подтвердили почту: сначала откройте ссылку из нашего письма.',
  },
  again: { en: 'Send the email again', ru: 'Прислать письмо ещё раз' },
  signedOut: { en: 'You are signed out on this device.', ru: 'Вы вышли на этом устройстве.' },
  otherWrote: {
    en: 'Somebody else filled in the form that was waiting here. Only they can see it.',
    ru: 'Форму, которая здесь ждала, писал другой человек. Кроме него её никто не увидит.',
  },
} as const satisfies Record<string, Text>;

/** Sign-in and sign-out. No response reveals whether an address has an account. */
export const loginPage = definePage({
  path: paths.login,
  access: 'anybody',
  secret: true,
  texts,
  async load(_, pageRequest) {
    const { session, form, text, request, dependencies } = pageRequest;
    const next = sanitizeNextPath(text('next'), '');
    if (session && form === null) return new Redirect(next || paths.today);
    const reason = await loadSignInReason(next, pageRequest);
    const isUnconfirmed = hasRegisteredHere(request, form?.get('email') ?? '', dependencies.key);
    return { next, reason, isUnconfirmed, typed: form?.get('typed') ?? '' };
  },
  actions: {
    login: {
      path: paths.login,
      strictRateLimit: 'sign-in',
      body: 'text',
      perform: (_, pageRequest) => submitSignIn(pageRequest),
    },
    keep: {
      path: paths.saveForm,
      strictRateLimit: true,
      body: 'text',
      perform: (_, pageRequest) => saveFormAndContinue(pageRequest),
    },
    logout: {
      path: paths.logout,
      async perform(_, { call, session, request, reply }) {
        if (session) await call(end_session, { session: session.id });
        clearSession(request, reply);
        return { to: paths.home, notice: texts.signedOut };
      },
    },
  },
  // The outbox says that a text waits on this device for its author to sign in.
  head: () => ({ width: 'narrow', scripts: ['password.js', 'outbox.js'] }),
  render: ({ next, typed, reason, isUnconfirmed }) => {
    const invitee = findInvitee(next);
    const onward = next ? `?next=${encodeURIComponent(next)}` : '';
    return (
      <>
        <PageHead title={texts.title} />
        <SignInReason reason={reason} />
        {isUnconfirmed && (
          <p>
            <a class="link" href={paths.checkMail}>
              {texts.again}
            </a>
          </p>
        )}
        {invitee && typed === '' && (
          <div class="gap-below">
            <Buttons>
              <LinkButton href={`${paths.register}${onward}`}>{texts.register}</LinkButton>
            </Buttons>
          </div>
        )}
        <div class="card">
          <Form id="login" action={paths.login} hidden={{ next, ...(typed !== '' && { typed }) }}>
            <EmailField label={texts.email} value={invitee?.email} isSignIn />
            <PasswordField label={texts.password} />
            <Button>{texts.submit}</Button>
          </Form>
        </div>
        <p class="gap-top">
          <NextStepLink to="forgot" href={paths.forgot} keeps={typed !== ''}>
            {texts.forgot}
          </NextStepLink>
        </p>
        <p>
          {texts.newHere}{' '}
          <NextStepLink to="register" href={`${paths.register}${onward}`} keeps={typed !== ''}>
            {texts.register}
          </NextStepLink>
        </p>
      </>
    );
  },
});

type NextStepProps = {
  readonly to: 'forgot' | 'register';
  readonly href: string;
  /** The page carries an expired-session form that is too long for a URL: it is posted along. */
  readonly keeps: boolean;
  readonly children: ComponentChildren;
};

function NextStepLink({ to, href, keeps, children }: NextStepProps) {
  return keeps ? (
    <Button kind="bare" form="login" sendsTo={paths.saveForm} name="to" value={to}>
      {children}
    </Button>
  ) : (
    <a class="link" href={href}>
      {children}
    </a>
  );
}

/** Stores the expired-session form until its author has signed in, after a registration or password reset. */
async function saveFormAndContinue(pageRequest: FormRequest): Promise<ActionResult> {
  const { text } = pageRequest;
  await saveForm(pageRequest, text('typed'));
  const next = sanitizeNextPath(text('next'), '');
  if (text('to') === 'forgot') return { to: paths.forgot };
  return { to: next ? `${paths.register}?${new URLSearchParams({ next })}` : paths.register };
}

async function submitSignIn(pageRequest: FormRequest): Promise<ActionResult | RestoredForm> {
  const { call, form, text, request, reply, dependencies } = pageRequest;
  const next = sanitizeNextPath(text('next'), '');
  const now = dependencies.now();
  const result = await signIn(dependencies.pool, dependencies.services.passwordAttempts, {
    email: form.get('email')?.slice(0, 300) ?? '',
    password: form.get('password')?.slice(0, 1000) ?? '',
    address: toRateLimitAddress(request.ip),
    browserOf: (account) => findKnownBrowserOfAccount(request, account, dependencies.key, now),
    admit: (knownAccount) => enforceSignInLimit(request, reply, dependencies, knownAccount),
  });
  if (result.outcome === 'wrong') {
    const isUnconfirmed = hasRegisteredHere(request, form.get('email') ?? '', dependencies.key);
    throw new Refusal({ kind: 'invalid', text: isUnconfirmed ? texts.unconfirmed : texts.wrong });
  }
  if (result.outcome === 'wait')
    throw new Refusal({
      kind: 'too_many',
      text: tooManyTriesText(result.seconds),
      retryAfter: result.seconds,
    });
  const { id: account, passwordHash: password_hash } = result.account;
  const { token } = await call(start_session, { account, password_hash, browser: describeBrowser(request) });
  if (token === null) throw new Refusal({ kind: 'invalid', text: texts.wrong });
  setSessionCookie(request, reply, token);
  rememberBrowser(request, reply, result.account, dependencies.key, now);
  const here = unsealFormFor(dependencies, text('typed'), result.account.id);
  if (here === 'other') return { to: paths.today, notice: texts.otherWrote };
  if (here) return new RestoredForm(here);
  // A form stored by another user of this browser stays stored for them.
  const typed = unsealFormFor(dependencies, await readSavedForm(pageRequest), result.account.id);
  if (typed === 'other' || typed === null) return { to: next || paths.today };
  clearSavedForm(request, reply);
  return new RestoredForm(typed);
}
