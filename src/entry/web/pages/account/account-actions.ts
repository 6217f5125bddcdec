import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { change_email } from '../../../../features/accounts/change_email.ts';
import { change_password } from '../../../../features/accounts/change_password.ts';
import { delete_account } from '../../../../features/accounts/delete_account.ts';
import { export_my_data } from '../../../../features/actions/export_my_data.ts';
import type { ActionResult, FormRequest } from '../../page/page.ts';
import { rememberBrowser } from '../../server/known-browser.ts';
import { clearSession } from '../../server/visitor.ts';

const notices = {
  exportBegun: {
    en: 'The copy is being made. We will email you when it is ready.',
    ru: 'Готовим копию. Когда будет готова, пришлём письмо.',
  },
  letterSent: { en: 'We have sent an email to the new address.', ru: 'Мы отправили письмо на новый адрес.' },
  passwordChanged: {
    en: 'The password is changed, and you are signed out everywhere else.',
    ru: 'Пароль сменён, на других устройствах выполнен выход.',
  },
} satisfies Record<string, Text>;

/** Password, email and deletion have no API operation on purpose: no token may do this. */
type SignedInForm = FormRequest<'signed-in'>;

export async function changeOwnPassword(pageRequest: SignedInForm): Promise<ActionResult> {
  const { call, form, request, reply, dependencies } = pageRequest;
  const account = await call(change_password, {
    current_password: form.get('current_password') ?? '',
    new_password: form.get('new_password') ?? '',
    revoke_keys: form.get('revoke_keys') === 'true',
  });
  dependencies.bearer.invalidateAll();
  rememberBrowser(request, reply, account, dependencies.key, dependencies.now());
  return { to: paths.accountSecurity, notice: notices.passwordChanged };
}

export async function requestEmailChange({ call, form, text }: SignedInForm): Promise<ActionResult> {
  await call(change_email, {
    email: text('email'),
    current_password: form.get('current_password') ?? '',
  });
  return { to: paths.accountSecurity, notice: notices.letterSent };
}

export async function deleteOwnAccount(pageRequest: SignedInForm): Promise<ActionResult> {
  const { call, form, request, reply, dependencies } = pageRequest;
  await call(delete_account, { password: form.get('password') ?? '' });
  dependencies.bearer.invalidateAll();
  clearSession(request, reply);
  return { to: paths.accountDeleted };
}

export async function requestDataExport({ call, form, text }: SignedInForm): Promise<ActionResult> {
  await call(export_my_data, {
    password: form.get('password') ?? '',
    time_zone: text('time_zone') || undefined,
  });
  return { to: paths.accountData, notice: notices.exportBegun };
}
