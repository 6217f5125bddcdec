import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { register_account } from '../../../../features/accounts/register_account.ts';
import { createPlainSecret, hashToken } from '../../../../features/oauth/secret-token.ts';
import { definePage, type PageRequest } from '../../page/page.ts';
import { sanitizeNextPath } from '../../server/visitor.ts';
import { EmailField, NewPasswordField, PersonNameField } from '../../ui/account-fields.tsx';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import * as labels from '../../words/labels.ts';
import { newAccountTexts } from '../../words/new-account-texts.ts';
import { MailMissing } from './mail-missing.tsx';
import { PolicyConsent, readConsent } from './policy-consent.tsx';
import { setRegistrationCookie } from './registration-cookie.ts';
import { findInvitee, loadSignInReason, SignInReason } from './sign-in-reason.tsx';

export const texts = {
  title: { en: 'Create an account', ru: 'Регистрация' },
  lead: {
    en: 'Three lines and an email to confirm your address.',
    ru: 'Три строки\u00a0— и письмо, чтобы подтвердить адрес.',
  },
  submit: { en: 'Create the account', ru: 'Зарегистрироваться' },
  known: { en: 'Already registered?', ru: 'Уже регистрировались?' },
  signIn: labels.signIn,
} as const satisfies Record<string, Text>;

export const registerPage = definePage({
  path: paths.register,
  access: 'anybody',
  secret: true,
  texts,
  missing: {
    password: { en: 'Think of a password.', ru: 'Придумайте пароль.' },
  },
  load: (_, pageRequest) => loadRegister(pageRequest),
  actions: {
    register: {
      path: paths.register,
      strictRateLimit: true,
      async perform(_, pageRequest) {
        const { call, form, text, request, reply, dependencies } = pageRequest;
        const email = text('email').trim();
        const secret = createPlainSecret();
        await call(register_account, {
          email,
          display_name: text('display_name'),
          password: form.get('password') ?? '',
          ...readConsent(pageRequest),
          browser_hash: hashToken(secret).toString('base64'),
          next: sanitizeNextPath(text('next'), '') || null,
        });
        setRegistrationCookie(request, reply, { secret, email }, dependencies.key);
        return { to: paths.checkMail, shown: { email, letter: 'register' } };
      },
    },
  },
  head: () => ({ width: 'narrow', scripts: ['password.js'] }),
  render: ({ next, reason, mail, policyVersion }) => {
    const onward = next ? `?next=${encodeURIComponent(next)}` : '';
    return (
      <>
        <PageHead title={texts.title} />
        <p class="lead-line">{texts.lead}</p>
        <MailMissing mail={mail} />
        <SignInReason reason={reason} />
        <div class="card">
          <Form id="register" action={paths.register} hidden={{ next }}>
            <PersonNameField label={newAccountTexts.name} hint={newAccountTexts.nameHint} />
            <EmailField
              label={newAccountTexts.email}
              hint={newAccountTexts.emailHint}
              value={findInvitee(next)?.email}
            />
            <NewPasswordField label={newAccountTexts.password} hint={newAccountTexts.passwordHint} />
            <PolicyConsent version={policyVersion} />
            <Button>{texts.submit}</Button>
          </Form>
        </div>
        <p>
          {texts.known} <a href={`${paths.login}${onward}`}>{texts.signIn}</a>
        </p>
      </>
    );
  },
});

async function loadRegister(pageRequest: PageRequest) {
  const { mail, policyVersion } = pageRequest.dependencies.services.installation;
  const next = sanitizeNextPath(pageRequest.text('next'), '');
  return {
    next,
    reason: await loadSignInReason(next, pageRequest),
    mail,
    policyVersion,
  };
}
