import type { Text } from '../../../i18n/text.ts';
import { paths } from '../../../site/paths.ts';
import { TextField } from '../../ui/fields.tsx';
import { Form, type FormState, hasFailed, Submit } from '../../ui/form.tsx';
import { renderPage } from '../../ui/layout.tsx';
import type { View } from '../../view.ts';

export const texts = {
  heading: { en: 'Create an account', ru: 'Регистрация' },
  lead: {
    en: 'Three lines and a letter to confirm your address.',
    ru: 'Три строки\u00a0— и письмо, чтобы подтвердить адрес.',
  },
  name: { en: 'What shall we call you', ru: 'Как вас зовут' },
  nameHint: { en: 'Neighbours will see this name.', ru: 'Это имя увидят соседи.' },
  email: { en: 'Email address', ru: 'Электронная почта' },
  emailHint: { en: 'Nobody else sees it.', ru: 'Её никто, кроме вас, не увидит.' },
  password: { en: 'Password', ru: 'Пароль' },
  passwordHint: {
    en: 'At least 10 characters. Three or four unrelated words are easy to remember and hard to guess.',
    ru: 'Не короче 10 знаков. Три-четыре несвязанных слова легко запомнить и трудно подобрать.',
  },
  submit: { en: 'Create the account', ru: 'Зарегистрироваться' },
  known: { en: 'Already registered?', ru: 'Уже регистрировались?' },
  signIn: { en: 'Sign in', ru: 'Войти' },
} as const satisfies Record<string, Text>;

export type RegisterData = { readonly next?: string; readonly form?: FormState };

export function renderRegisterPage({ next, form }: RegisterData, view: View): string {
  const { language } = view;
  const onward = next ? `?next=${encodeURIComponent(next)}` : '';
  return renderPage(
    view,
    { title: texts.heading[language], width: 'narrow', failed: hasFailed(form) },
    <>
      <h1>{texts.heading[language]}</h1>
      <p class="lead">{texts.lead[language]}</p>
      <Form id="register" action={paths.register} view={view} state={form} hidden={{ next }}>
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
        <Submit>{texts.submit[language]}</Submit>
      </Form>
      <p>
        {texts.known[language]} <a href={`${paths.login}${onward}`}>{texts.signIn[language]}</a>
      </p>
    </>,
  );
}
