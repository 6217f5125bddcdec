import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { request_reset_email } from '../../../../features/accounts/request_reset_email.ts';
import { definePage } from '../../page/page.ts';
import { EmailField } from '../../ui/account-fields.tsx';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import * as labels from '../../words/labels.ts';
import { MailMissing } from './mail-missing.tsx';
export const texts = {
  title: { en: 'A new password', ru: 'Новый пароль' },
  lead: {
    en: 'Enter the address you registered with, and we will send a link to set a new password.',
    ru: 'Напишите адрес, с которым регистрировались, и мы пришлём ссылку для нового пароля.',
  },
  email: labels.emailAddress,
  submit: { en: 'Send the email', ru: 'Отправить письмо' },
  back: { en: 'Back to signing in', ru: 'Вернуться ко входу' },
} as const satisfies Record<string, Text>;

export const forgotPage = definePage({
  path: paths.forgot,
  access: 'anybody',
  texts,
  actions: {
    forgot: {
      path: paths.forgot,
      strictRateLimit: true,
      async perform(_, { call, text }) {
        const email = text('email').trim();
        await call(request_reset_email, { email });
        return { to: paths.checkMail, shown: { email, letter: 'reset' } };
      },
    },
  },
  load: async (_, { dependencies }) => ({ mail: dependencies.services.installation.mail }),
  head: () => ({ width: 'narrow' }),
  render: ({ mail }) => {
    return (
      <>
        <PageHead title={texts.title} />
        <p class="lead-line">{texts.lead}</p>
        <MailMissing mail={mail} />
        <div class="card">
          <Form id="forgot" action={paths.forgot}>
            <EmailField label={texts.email} isSignIn />
            <Button>{texts.submit}</Button>
          </Form>
        </div>
        <p>
          <a href={paths.login}>{texts.back}</a>
        </p>
      </>
    );
  },
});
