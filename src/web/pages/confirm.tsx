import type { Text } from '../../i18n/text.ts';
import { Form, type FormState, hasFailed, Submit } from '../components/form.tsx';
import { renderPage } from '../layout.tsx';
import { paths } from '../paths.ts';
import type { View } from '../view.ts';

export const texts = {
  askHeading: { en: 'Confirm your address', ru: 'Подтвердите адрес' },
  ask: {
    en: 'One press, and the address is yours here. We ask because mail programs open links by themselves.',
    ru: 'Одно нажатие\u00a0— и адрес закреплён за вами. Мы спрашиваем, потому что почтовые программы открывают ссылки сами.',
  },
  submit: { en: 'Yes, this is my address', ru: 'Да, это мой адрес' },
  doneHeading: { en: 'The address is confirmed', ru: 'Адрес подтверждён' },
  done: { en: 'Welcome. You can sign in now.', ru: 'Добро пожаловать. Теперь можно войти.' },
  signIn: { en: 'Sign in', ru: 'Войти' },
  account: { en: 'To my account', ru: 'В мой кабинет' },
  expiredHeading: { en: 'This link no longer works', ru: 'Ссылка больше не действует' },
  expired: {
    en: 'It was used already, or too much time has passed. Register again or sign in, and a new letter will come.',
    ru: 'Ею уже воспользовались или прошло слишком много времени. Войдите или зарегистрируйтесь снова\u00a0— придёт новое письмо.',
  },
  register: { en: 'Register again', ru: 'Зарегистрироваться снова' },
} as const satisfies Record<string, Text>;

export type ConfirmData = {
  readonly state: 'ask' | 'done' | 'expired';
  /** The token of the letter; needed while asking. */
  readonly token?: string;
  readonly form?: FormState;
};

export function renderConfirmPage({ state, token, form }: ConfirmData, view: View): string {
  const { language } = view;
  const heading = { ask: texts.askHeading, done: texts.doneHeading, expired: texts.expiredHeading }[state][
    language
  ];
  return renderPage(
    view,
    { title: heading, width: 'narrow', failed: hasFailed(form) },
    <>
      <h1>{heading}</h1>
      <p class="lead">{texts[state][language]}</p>
      {state === 'ask' && (
        <Form id="confirm" action={paths.confirm} view={view} state={form} hidden={{ token }}>
          <Submit>{texts.submit[language]}</Submit>
        </Form>
      )}
      {state === 'done' && (
        <p>
          <a class="button" href={view.account ? paths.account : paths.login}>
            {(view.account ? texts.account : texts.signIn)[language]}
          </a>
        </p>
      )}
      {state === 'expired' && (
        <ul class="links">
          <li>
            <a href={paths.login}>{texts.signIn[language]}</a>
          </li>
          <li>
            <a href={paths.register}>{texts.register[language]}</a>
          </li>
        </ul>
      )}
    </>,
  );
}
