import type { Text } from '../../../i18n/text.ts';
import { paths } from '../../../site/paths.ts';
import { TextField } from '../../ui/fields.tsx';
import { Form, type FormState, hasFailed, Submit } from '../../ui/form.tsx';
import { renderPage } from '../../ui/layout.tsx';
import type { View } from '../../view.ts';

export const texts = {
  heading: { en: 'A new password', ru: 'Новый пароль' },
  lead: {
    en: 'Tell us the address you registered with, and we will send a link to set a new password.',
    ru: 'Напишите адрес, с которым регистрировались, и мы пришлём ссылку для нового пароля.',
  },
  email: { en: 'Email address', ru: 'Электронная почта' },
  submit: { en: 'Send the letter', ru: 'Отправить письмо' },
  back: { en: 'Back to signing in', ru: 'Вернуться ко входу' },
} as const satisfies Record<string, Text>;

export type ForgotData = { readonly form?: FormState };

export function renderForgotPage({ form }: ForgotData, view: View): string {
  const { language } = view;
  return renderPage(
    view,
    { title: texts.heading[language], width: 'narrow', failed: hasFailed(form) },
    <>
      <h1>{texts.heading[language]}</h1>
      <p class="lead">{texts.lead[language]}</p>
      <Form id="forgot" action={paths.forgot} view={view} state={form}>
        <TextField
          name="email"
          type="email"
          label={texts.email[language]}
          autocomplete="username"
          maxLength={254}
        />
        <Submit>{texts.submit[language]}</Submit>
      </Form>
      <p>
        <a href={paths.login}>{texts.back[language]}</a>
      </p>
    </>,
  );
}
