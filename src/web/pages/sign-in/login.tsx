import type { Text } from '../../../i18n/text.ts';
import { paths } from '../../../site/paths.ts';
import { TextField } from '../../ui/fields.tsx';
import { Form, type FormState, hasFailed, Submit } from '../../ui/form.tsx';
import { renderPage } from '../../ui/layout.tsx';
import type { View } from '../../view.ts';

export const texts = {
  heading: { en: 'Sign in', ru: 'Вход' },
  email: { en: 'Email address', ru: 'Электронная почта' },
  password: { en: 'Password', ru: 'Пароль' },
  submit: { en: 'Sign in', ru: 'Войти' },
  forgot: { en: 'I forgot my password', ru: 'Не помню пароль' },
  newHere: { en: 'New here?', ru: 'Впервые здесь?' },
  register: { en: 'Create an account', ru: 'Зарегистрироваться' },
  onward: {
    en: 'An application asks for access. Sign in, and you will see who asks and for what before anything is allowed.',
    ru: 'Приложение просит доступ. Войдите\u00a0— и увидите, кто просит и что именно, до того как что-либо разрешите.',
  },
} as const satisfies Record<string, Text>;

export type LoginData = {
  /** Where to go afterwards, as a path of this service; checked by the route, not here. */
  readonly next?: string;
  readonly notice?: string;
  readonly form?: FormState;
};

export function renderLoginPage({ next, notice, form }: LoginData, view: View): string {
  const { language } = view;
  const onward = next ? `?next=${encodeURIComponent(next)}` : '';
  return renderPage(
    view,
    { title: texts.heading[language], width: 'narrow', failed: hasFailed(form) },
    <>
      <h1>{texts.heading[language]}</h1>
      {notice && (
        <p class="notice" role="status">
          {notice}
        </p>
      )}
      {next?.startsWith(paths.authorize) && <p class="notice">{texts.onward[language]}</p>}
      <Form id="login" action={paths.login} view={view} state={form} hidden={{ next }}>
        <TextField
          name="email"
          type="email"
          label={texts.email[language]}
          autocomplete="username"
          maxLength={254}
        />
        <TextField
          name="password"
          type="password"
          label={texts.password[language]}
          autocomplete="current-password"
          maxLength={200}
        />
        <Submit>{texts.submit[language]}</Submit>
      </Form>
      <ul class="links">
        <li>
          <a href={paths.forgot}>{texts.forgot[language]}</a>
        </li>
        <li>
          {texts.newHere[language]} <a href={`${paths.register}${onward}`}>{texts.register[language]}</a>
        </li>
      </ul>
    </>,
  );
}
