import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { hashPassword } from '../../../../features/oauth/password.ts';
import { definePage } from '../../page/page.ts';
import { requestAccountEmail } from '../../server/account-email-requests.ts';
import {
  refuseIfInvalid,
  validateDisplayName,
  validateEmail,
  validatePassword,
} from '../../server/form-validation.ts';
import { sanitizeNextPath } from '../../server/visitor.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import * as labels from '../../words/labels.ts';
import { setRegistrationCookie } from './registration-cookie.ts';
export const texts = {
  title: { en: 'Create an account', ru: 'Регистрация' },
  lead: {
    en: 'Three lines and a letter to confirm your address.',
    ru: 'Три строки\u00a0— и письмо, чтобы подтвердить адрес.',
  },
  name: { en: 'What shall we call you', ru: 'Как вас зовут' },
  nameHint: { en: 'Neighbours will see this name.', ru: 'Это имя увидят соседи.' },
  email: labels.emailAddress,
  emailHint: { en: 'Nobody else sees it.', ru: 'Её никто, кроме вас, не увидит.' },
  password: labels.password,
  passwordHint: {
    en: 'At least 10 characters. Three or four unrelated words are easy to remember and hard to guess.',
    ru: 'Не короче 10 знаков. Три-четыре несвязанных слова легко запомнить и трудно подобрать.',
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
  load: async (_, { text }) => ({ next: sanitizeNextPath(text('next'), '') }),
  actions: {
    register: {
      path: paths.register,
      strictRateLimit: true,
      async perform(_, { form, text, view, request, reply, dependencies }) {
        const email = text('email').trim();
        const displayName = text('display_name').trim();
        const password = form.get('password') ?? '';
        refuseIfInvalid({
          ...validateEmail(email),
          ...validateDisplayName(displayName),
          ...validatePassword(password),
        });
        const wanted = {
          kind: 'register' as const,
          email,
          displayName,
          passwordHash: await hashPassword(password),
          browserHash: setRegistrationCookie(request, reply).toString('base64'),
          next: sanitizeNextPath(text('next'), '') || null,
          language: view.language,
          origin: dependencies.services.emailLinkOrigin(request.origin),
        };
        await requestAccountEmail(wanted, dependencies);
        return { to: paths.checkMail, shown: { email } };
      },
    },
  },
  head: () => ({ width: 'narrow' }),
  render: ({ next }, view) => {
    const { language } = view;
    const onward = next ? `?next=${encodeURIComponent(next)}` : '';
    return (
      <>
        <PageHead title={texts.title[language]} />
        <p class="lead-line">{texts.lead[language]}</p>
        <div class="card">
          <Form id="register" action={paths.register} hidden={{ next }}>
            <TextField
              name="display_name"
              label={texts.name[language]}
              hint={texts.nameHint[language]}
              autocomplete="name"
              maxLength={100}
            />
            <TextField
              name="email"
              type="email"
              label={texts.email[language]}
              hint={texts.emailHint[language]}
              autocomplete="email"
              maxLength={254}
            />
            <TextField
              name="password"
              type="password"
              label={texts.password[language]}
              hint={texts.passwordHint[language]}
              autocomplete="new-password"
              maxLength={200}
            />
            <Button>{texts.submit[language]}</Button>
          </Form>
        </div>
        <p>
          {texts.known[language]} <a href={`${paths.login}${onward}`}>{texts.signIn[language]}</a>
        </p>
      </>
    );
  },
});
