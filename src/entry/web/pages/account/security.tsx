import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { list_sessions } from '../../../../features/accounts/list_sessions.ts';
import { definePage } from '../../page/page.ts';
import { loadClock } from '../../server/settlement-clock.ts';
import { EmailField, NewPasswordField, PasswordField } from '../../ui/account-fields.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/choice.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Form } from '../../ui/form.tsx';
import { whoSeesTexts } from '../../words/who-sees-texts.ts';
import { changeOwnPassword, requestEmailChange } from './account-actions.ts';
import { AccountHead } from './account-layout.tsx';
import { SessionCard } from './session-list.tsx';

export const texts = {
  title: { en: 'Signing in', ru: 'Вход' },
  current: { en: 'Current password', ru: 'Текущий пароль' },
  new: { en: 'New password', ru: 'Новый пароль' },
  newHint: {
    en: 'At least 10 characters. Other devices will have to sign in again.',
    ru: 'Не короче 10 знаков. На других устройствах придётся войти заново.',
  },
  revokeKeys: {
    en: 'Also cut off assistants and programs',
    ru: 'Заодно отключить помощников и программы',
  },
  revokeKeysHint: {
    en: 'Do this if somebody else may have been in your account.',
    ru: 'Отметьте, если в вашей учётной записи мог побывать кто-то чужой.',
  },
  change: { en: 'Change the password', ru: 'Сменить пароль' },
  email: { en: 'New address', ru: 'Новый адрес' },
  emailHint: {
    en: `We will send an email there; the address changes once you follow its link while signed in. ${whoSeesTexts.email.en}`,
    ru: `Мы отправим туда письмо; адрес сменится, когда вы перейдёте по ссылке из него, войдя на сайт. ${whoSeesTexts.email.ru}`,
  },
  changeEmail: { en: 'Change the address', ru: 'Сменить адрес' },
} as const satisfies Record<string, Text>;

/** Password, email and active sessions. */
export const securityPage = definePage({
  path: paths.accountSecurity,
  access: 'signed-in',
  offline: false,
  texts,
  async load(_, pageRequest) {
    return {
      email: pageRequest.session.email,
      sessions: await pageRequest.call(list_sessions, {}),
      clock: await loadClock(pageRequest),
    };
  },
  actions: {
    password: {
      path: paths.accountPassword,
      strictRateLimit: true,
      perform: (_, pageRequest) => changeOwnPassword(pageRequest),
    },
    email: {
      path: paths.accountEmail,
      strictRateLimit: true,
      perform: (_, pageRequest) => requestEmailChange(pageRequest),
    },
  },
  head: () => ({ width: 'narrow', scripts: ['password.js'] }),
  render: ({ email, sessions, clock }) => (
    <>
      <AccountHead title={texts.title} line={email} />
      <div class="stack">
        <Fold title={texts.change}>
          <Form id="password" action={paths.accountPassword}>
            <PasswordField name="current_password" label={texts.current} />
            <NewPasswordField name="new_password" label={texts.new} hint={texts.newHint} />
            <CheckField name="revoke_keys" label={texts.revokeKeys} hint={texts.revokeKeysHint} />
            <Button>{texts.change}</Button>
          </Form>
        </Fold>
        <Fold title={texts.changeEmail}>
          <Form id="email" action={paths.accountEmail}>
            <EmailField label={texts.email} hint={texts.emailHint} />
            <PasswordField name="current_password" label={texts.current} />
            <Button>{texts.changeEmail}</Button>
          </Form>
        </Fold>
        <SessionCard sessions={sessions} clock={clock} />
      </div>
    </>
  ),
});
