import type { Text } from '../../../i18n/text.ts';
import { paths } from '../../../site/paths.ts';
import type { CodePurpose } from '../../../store/accounts/credentials.ts';
import { TextField } from '../../ui/fields.tsx';
import { Form, type FormState, hasFailed, Submit } from '../../ui/form.tsx';
import { renderPage } from '../../ui/layout.tsx';
import type { View } from '../../view.ts';

export const texts = {
  heading: { en: 'Set a new password', ru: 'Задайте новый пароль' },
  restoreHeading: { en: 'Take your address back', ru: 'Верните свой адрес' },
  restoreLead: {
    en: 'Your old address becomes the address of the account again. Choose a new password: whoever changed the address may know the present one.',
    ru: 'Прежний адрес снова станет адресом учётной записи. Задайте новый пароль: тот, кто сменил адрес, может знать нынешний.',
  },
  password: { en: 'New password', ru: 'Новый пароль' },
  hint: {
    en: 'At least 10 characters. Afterwards everybody is signed out everywhere, and tokens and applications are cut off.',
    ru: 'Не короче 10 знаков. После этого на всех устройствах придётся войти заново, а токены и приложения будут отключены.',
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
  /** A forgotten password, or an address that is taken back with one. */
  readonly purpose?: CodePurpose;
  readonly form?: FormState;
};

export function renderResetPage({ token, purpose, form }: ResetData, view: View): string {
  const { language } = view;
  const isRestoring = purpose === 'restore_email';
  const heading = (isRestoring ? texts.restoreHeading : texts.heading)[language];
  return renderPage(
    view,
    { title: heading, width: 'narrow', failed: hasFailed(form) },
    <>
      <h1>{heading}</h1>
      {isRestoring && token !== null && <p class="lead">{texts.restoreLead[language]}</p>}
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
        <Form
          id="reset"
          action={isRestoring ? paths.restore : paths.reset}
          view={view}
          state={form}
          hidden={{ token }}
        >
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
