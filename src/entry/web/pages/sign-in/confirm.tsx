import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { definePage } from '../../page/page.ts';
import { NewPasswordField, PersonNameField } from '../../ui/account-fields.tsx';
import { Button, Buttons, LinkButton } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import * as labels from '../../words/labels.ts';
import { whoSeesTexts } from '../../words/who-sees-texts.ts';
import { confirmationStatuses, confirmEmail, loadConfirmation } from './confirm-email.ts';
import { PolicyConsent } from './policy-consent.tsx';
export const texts = {
  title: labels.confirmYourAddress,
  askHeading: labels.confirmYourAddress,
  ask: {
    en: 'One press, and the address is yours here. We ask because mail programs open links by themselves.',
    ru: 'Одно нажатие\u00a0— и адрес закреплён за вами. Мы спрашиваем, потому что почтовые программы открывают ссылки сами.',
  },
  chooseHeading: labels.confirmYourAddress,
  choose: {
    en: 'You are opening the email in a different browser from the one you registered in. Choose your name and password here: anyone could have typed your address there.',
    ru: 'Письмо открыто не в том браузере, где вы регистрировались. Укажите здесь имя и пароль: адрес при регистрации мог ввести кто угодно.',
  },
  name: { en: 'What should we call you?', ru: 'Как вас зовут' },
  nameHint: whoSeesTexts.name,
  password: labels.password,
  passwordHint: { en: 'At least 10 characters.', ru: 'Не короче 10 знаков.' },
  otherHeading: { en: 'You are signed in with another account', ru: 'Вы вошли под другой учётной записью' },
  other: {
    en: 'This email belongs to another account. Sign out, sign in with that one and follow the link again.',
    ru: 'Это письмо для другой учётной записи. Выйдите, войдите под той записью и перейдите по ссылке ещё раз.',
  },
  submit: { en: 'Yes, this is my address', ru: 'Да, это мой адрес' },
  signIn: labels.signIn,
  expiredHeading: { en: 'This link no longer works', ru: 'Ссылка больше не действует' },
  expired: {
    en: 'It has already been used, or too much time has passed. Register again or sign in, and we will send a new email.',
    ru: 'Ею уже воспользовались или прошло слишком много времени. Войдите или зарегистрируйтесь снова\u00a0— придёт новое письмо.',
  },
  register: { en: 'Register again', ru: 'Зарегистрироваться снова' },
} as const satisfies Record<string, Text>;

export const confirmPage = definePage({
  path: paths.confirm,
  access: 'anybody',
  secret: true,
  texts,
  load: (_, pageRequest) => loadConfirmation(pageRequest),
  actions: {
    confirm: {
      path: paths.confirm,
      strictRateLimit: true,
      perform: (_, pageRequest) => confirmEmail(pageRequest),
    },
  },
  head: ({ state }, view) => ({
    title: texts[`${state}Heading`][view.language],
    width: 'narrow',
    scripts: ['password.js'],
    ...(state in confirmationStatuses && {
      status: confirmationStatuses[state as keyof typeof confirmationStatuses],
    }),
  }),
  render: ({ state, token, policyVersion = null }, view) => {
    const { language } = view;
    const heading = texts[`${state}Heading`][language];
    return (
      <>
        <PageHead title={heading} line={texts[state]} />
        {(state === 'ask' || state === 'choose') && (
          <div class="card">
            <Form id="confirm" action={paths.confirm} hidden={{ token }}>
              {state === 'choose' && (
                <>
                  <PersonNameField label={texts.name} hint={texts.nameHint} />
                  <NewPasswordField label={texts.password} hint={texts.passwordHint} />
                  <PolicyConsent version={policyVersion} />
                </>
              )}
              <Button>{texts.submit}</Button>
            </Form>
          </div>
        )}
        {state === 'expired' && (
          <Buttons>
            <LinkButton href={paths.login}>{texts.signIn}</LinkButton>
            <LinkButton href={paths.register} kind="quiet">
              {texts.register}
            </LinkButton>
          </Buttons>
        )}
      </>
    );
  },
});
