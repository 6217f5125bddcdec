import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { reset_password } from '../../../../features/accounts/reset_password.ts';
import { restore_email } from '../../../../features/accounts/restore_email.ts';
import { show_password_link } from '../../../../features/accounts/show_password_link.ts';
import { type ActionResult, definePage, type FormRequest } from '../../page/page.ts';
import { rememberBrowser } from '../../server/known-browser.ts';
import { NewPasswordField } from '../../ui/account-fields.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { PageHead } from '../../ui/page-head.tsx';
export const texts = {
  title: { en: 'Set a new password', ru: 'Задайте новый пароль' },
  restoreTitle: { en: 'Undo the change of address', ru: 'Верните свой адрес' },
  restoreLead: {
    en: 'Your old address becomes the address of the account again. Choose a new password: whoever changed the address may know the current one.',
    ru: 'Прежний адрес снова станет адресом учётной записи. Задайте новый пароль: тот, кто сменил адрес, может знать нынешний.',
  },
  password: { en: 'New password', ru: 'Новый пароль' },
  hint: {
    en: 'At least 10 characters. Afterwards every device is signed out, and access keys and applications stop working.',
    ru: 'Не короче 10 знаков. После этого на всех устройствах придётся войти заново, а ключи доступа и приложения будут отключены.',
  },
  changed: {
    en: 'The password is changed, and everybody else is signed out. Sign in with the new one.',
    ru: 'Пароль сменён, на всех устройствах выполнен выход. Войдите с новым паролем.',
  },
  submit: { en: 'Save the password', ru: 'Сохранить пароль' },
  expired: {
    en: 'This link no longer works: it has already been used, or too much time has passed.',
    ru: 'Ссылка больше не действует: ею уже воспользовались или прошло слишком много времени.',
  },
  again: { en: 'Ask for another email', ru: 'Запросить новое письмо' },
} as const satisfies Record<string, Text>;

type PasswordLink = {
  readonly path: typeof paths.reset | typeof paths.restore;
  readonly definition: typeof reset_password | typeof restore_email;
};

/** Opened from an emailed link: forgotten password, or restoring an email address somebody else has changed. */
function definePasswordPage({ path, definition }: PasswordLink) {
  const isRestoring = definition.name === 'restore_email';
  const title = isRestoring ? texts.restoreTitle : texts.title;
  return definePage({
    path,
    access: 'anybody',
    secret: true,
    texts: { ...texts, title },
    /** The token is null when the link no longer works. */
    async load(_, { call, text }): Promise<{ token: string | null }> {
      const token = text('token');
      const { isValid } = await call(show_password_link, { token, purpose: definition.name });
      return { token: isValid ? token : null };
    },
    actions: {
      reset: {
        path,
        strictRateLimit: true,
        perform: (_, pageRequest) => setNewPassword(pageRequest, definition),
      },
    },
    head: ({ token }) => ({
      width: 'narrow',
      scripts: ['password.js'],
      ...(token === null && { status: 422 }),
    }),
    render({ token }, view) {
      const { language } = view;
      return (
        <>
          <PageHead title={title} line={isRestoring && token !== null && texts.restoreLead[language]} />
          {token === null ? (
            <>
              <p class="gap-below">{texts.expired}</p>
              <LinkButton href={paths.forgot}>{texts.again}</LinkButton>
            </>
          ) : (
            <div class="card">
              <Form id="reset" action={path} hidden={{ token }}>
                <NewPasswordField label={texts.password} hint={texts.hint} />
                <Button>{texts.submit}</Button>
              </Form>
            </div>
          )}
        </>
      );
    },
  });
}

async function setNewPassword(
  { call, text, form, request, reply, dependencies }: FormRequest,
  definition: PasswordLink['definition'],
): Promise<ActionResult> {
  const input = { token: text('token'), password: form.get('password') ?? '' };
  const account = await call<{ id: string; passwordHash: string }>(definition, input);
  dependencies.bearer.invalidateAll();
  // Known browsers are exempt from the lockout that somebody else's failed attempts cause.
  rememberBrowser(request, reply, account, dependencies.key, dependencies.now());
  return { to: paths.login, notice: texts.changed };
}

export const resetPage = definePasswordPage({ path: paths.reset, definition: reset_password });

export const restorePage = definePasswordPage({ path: paths.restore, definition: restore_email });
