import type { Text } from '../../i18n/text.ts';
import { TextField } from '../components/fields.tsx';
import { Form, type FormState, hasFailed, Submit } from '../components/form.tsx';
import { renderPage } from '../layout.tsx';
import { paths } from '../paths.ts';
import type { View } from '../view.ts';

export const texts = {
  heading: { en: 'Set a new password', ru: 'Задайте новый пароль' },
  password: { en: 'New password', ru: 'Новый пароль' },
  hint: {
    en: 'At least 10 characters. Afterwards you are signed out everywhere else.',
    ru: 'Не короче 10 знаков. После этого на всех других устройствах придётся войти заново.',
  },
  submit: { en: 'Save the password', ru: 'Сохранить пароль' },
  expired: {
    en: 'This link no longer works: it was used already, or too much time has passed.',
    ru: 'Ссылка больше не действует: ею уже воспользовались или прошло слишком много времени.',
  },
  again: { en: 'Ask for another letter', ru: 'Запросить новое письмо' },
} as const satisfies Record<string, Text>;

export type ResetData = {
  /** The token of the letter; null when the link no longer works. */
  readonly token: string | null;
  readonly form?: FormState;
};

export function renderResetPage({ token, form }: ResetData, view: View): string {
  const { language } = view;
  return renderPage(
    view,
    { title: texts.heading[language], width: 'narrow', failed: hasFailed(form) },
    <>
      <h1>{texts.heading[language]}</h1>
      {token === null ? (
        <>
          <p class="lead">{texts.expired[language]}</p>
          <p>
            <a class="button" href={paths.forgot}>
              {texts.again[language]}
            </a>
          </p>
        </>
      ) : (
        <Form id="reset" action={paths.reset} view={view} state={form} hidden={{ token }}>
          <TextField
            name="password"
            type="password"
            label={texts.password[language]}
            hint={texts.hint[language]}
            autocomplete="new-password"
            maxLength={200}
          />
          <Submit>{texts.submit[language]}</Submit>
        </Form>
      )}
    </>,
  );
}
