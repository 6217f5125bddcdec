import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { request_confirmation_email } from '../../../../features/accounts/request_confirmation_email.ts';
import { request_reset_email } from '../../../../features/accounts/request_reset_email.ts';
import { type ActionResult, definePage, type FormRequest } from '../../page/page.ts';
import { EmailField } from '../../ui/account-fields.tsx';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import * as labels from '../../words/labels.ts';
import { MailMissing } from './mail-missing.tsx';

export const texts = {
  title: { en: 'Check your email', ru: 'Проверьте почту' },
  lead: {
    en: 'If this address is in order, an email is on its way. It says what to do next.',
    ru: 'Если с этим адресом всё в порядке, письмо уже в пути. В нём сказано, что делать дальше.',
  },
  address: labels.address,
  wait: {
    en: 'It usually arrives within a few minutes. If not, check the spam folder and the address.',
    ru: 'Обычно оно приходит за несколько минут. Если нет\u00a0— загляните в «Спам» и проверьте адрес.',
  },
  noLetter: { en: 'No email?', ru: 'Письма нет?' },
  email: labels.emailAddress,
  again: { en: 'Send it again', ru: 'Прислать ещё раз' },
  sentAgain: {
    en: 'If we owe this address an email, we have sent it again.',
    ru: 'Если этот адрес ждёт письма, мы отправили его ещё раз.',
  },
  back: { en: 'To the sign-in page', ru: 'На страницу входа' },
} as const satisfies Record<string, Text>;

/** Says the same whether or not the address has an account, so that accounts cannot be enumerated. */
export const checkMailPage = definePage({
  path: paths.checkMail,
  access: 'anybody',
  secret: true,
  texts,
  load: async (_, { dependencies }) => ({ mail: dependencies.services.installation.mail }),
  actions: {
    again: { path: paths.checkMail, strictRateLimit: true, perform: (_, form) => sendAgain(form) },
  },
  head: () => ({ width: 'narrow' }),
  render: ({ mail }, view) => {
    const { language, shown } = view;
    return (
      <>
        <PageHead title={texts.title} />
        <MailMissing mail={mail} />
        {shown?.email && mail !== 'none' && <p class="lead-line">{texts.lead}</p>}
        {shown?.email && (
          <p>
            {texts.address[language]}: <strong class="breaking">{shown.email}</strong>
          </p>
        )}
        {mail === 'server' && <p>{texts.wait}</p>}
        {mail !== 'none' && (
          <div class="card gap-top">
            <h2>{texts.noLetter}</h2>
            <Form id="again" action={paths.checkMail} hidden={{ letter: shown?.letter ?? 'register' }}>
              <EmailField label={texts.email} value={shown?.email} />
              <Button kind="quiet">{texts.again}</Button>
            </Form>
          </div>
        )}
        <p class="gap-top">
          <a class="link" href={paths.login}>
            {texts.back}
          </a>
        </p>
      </>
    );
  },
});

async function sendAgain({ call, text }: FormRequest): Promise<ActionResult> {
  const email = text('email').trim();
  const letter = text('letter') === 'reset' ? 'reset' : 'register';
  await call(letter === 'reset' ? request_reset_email : request_confirmation_email, { email });
  return { to: paths.checkMail, notice: texts.sentAgain, shown: { email, letter } };
}
