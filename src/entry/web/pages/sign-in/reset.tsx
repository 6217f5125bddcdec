import { isUniqueViolation } from '../../../../base/db/connect.ts';
import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { resetPassword, restoreEmail } from '../../../../features/accounts/account-recovery.ts';
import { hashPassword } from '../../../../features/accounts/password.ts';
import { hashToken } from '../../../../features/oauth/secret-token.ts';
import { findAccountCode } from '../../../../store/accounts/credentials.ts';
import { type ActionResult, definePage, type FormRequest } from '../../page/page.ts';
import { refuseIfInvalid, validatePassword } from '../../server/form-validation.ts';
import { rememberBrowser } from '../../server/known-browser.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { PageHead } from '../../ui/page-head.tsx';
export const texts = {
  title: { en: 'Set a new password', ru: 'Задайте новый пароль' },
  restoreTitle: { en: 'Take your address back', ru: 'Верните свой адрес' },
  restoreLead: {
    en: 'Your old address becomes the address of the account again. Choose a new password: whoever changed the address may know the present one.',
    ru: 'Прежний адрес снова станет адресом учётной записи. Задайте новый пароль: тот, кто сменил адрес, может знать нынешний.',
  },
  password: { en: 'New password', ru: 'Новый пароль' },
  hint: {
    en: 'At least 10 characters. Afterwards everybody is signed out everywhere, and tokens and applications are cut off.',
    ru: 'Не короче 10 знаков. После этого на всех устройствах придётся войти заново, а токены и приложения будут отключены.',
  },
  changed: {
    en: 'The password is changed, and everybody else is signed out. Sign in with the new one.',
    ru: 'Пароль сменён, на всех устройствах выполнен выход. Войдите с новым паролем.',
  },
  submit: { en: 'Save the password', ru: 'Сохранить пароль' },
  expired: {
    en: 'This link no longer works: it was used already, or too much time has passed.',
    ru: 'Ссылка больше не действует: ею уже воспользовались или прошло слишком много времени.',
  },
  again: { en: 'Ask for another letter', ru: 'Запросить новое письмо' },
} as const satisfies Record<string, Text>;

type PasswordLink = {
  readonly path: typeof paths.reset | typeof paths.restore;
  readonly purpose: 'reset_password' | 'restore_email';
  readonly applyLink: typeof resetPassword;
};

/** Opened from an emailed link: forgotten password, or restoring an email address somebody else has changed. */
function definePasswordPage({ path, purpose, applyLink }: PasswordLink) {
  const isRestoring = purpose === 'restore_email';
  const title = isRestoring ? texts.restoreTitle : texts.title;
  return definePage({
    path,
    access: 'anybody',
    secret: true,
    texts: { ...texts, title },
    /** The token is null when the link no longer works. */
    async load(_, { text, dependencies }): Promise<{ token: string | null }> {
      const token = text('token');
      const code = await findAccountCode(dependencies.pool, hashToken(token), purpose, dependencies.now());
      return { token: code ? token : null };
    },
    actions: {
      reset: {
        path,
        strictRateLimit: true,
        perform: (_, pageRequest) => setNewPassword(pageRequest, applyLink),
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
                <TextField
                  name="password"
                  type="password"
                  label={texts.password}
                  hint={texts.hint}
                  autocomplete="new-password"
                  maxLength={200}
                />
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
  { text, form, request, reply, dependencies }: FormRequest,
  act: PasswordLink['applyLink'],
): Promise<ActionResult> {
  const password = form.get('password') ?? '';
  refuseIfInvalid(validatePassword(password));
  const given = { codeHash: hashToken(text('token')), passwordHash: await hashPassword(password) };
  const accountId = await dependencies.pool
    .begin((db) =>
      act(db, given, { ...dependencies, origin: dependencies.services.emailLinkOrigin(request.origin) }),
    )
    .catch((error: unknown) => {
      // The old address belongs to another account by now.
      if (isUniqueViolation(error)) return null;
      throw error;
    });
  if (accountId === null) return refuse.invalid('token', texts.expired);
  dependencies.bearer.invalidateAll();
  // Known browsers are exempt from the lockout that somebody else's failed attempts cause.
  rememberBrowser(request, reply, { id: accountId, ...given }, dependencies.key, dependencies.now());
  return { to: paths.login, notice: texts.changed };
}

export const resetPage = definePasswordPage({
  path: paths.reset,
  purpose: 'reset_password',
  applyLink: resetPassword,
});

export const restorePage = definePasswordPage({
  path: paths.restore,
  purpose: 'restore_email',
  applyLink: restoreEmail,
});
