import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { mayLeaveBoard } from '../../../../domain/rules/board.ts';
import { mayRevokeRole, type PlatformRole } from '../../../../domain/rules/platform-roles.ts';
import { export_my_data } from '../../../../features/actions/export_my_data.ts';
import { changePassword } from '../../../../features/oauth/account-recovery.ts';
import { hashPassword } from '../../../../features/oauth/password.ts';
import { deleteAccount, lockEmail } from '../../../../store/accounts/credentials.ts';
import { lockRoleHolders } from '../../../../store/accounts/platform-roles.ts';
import { listOwnBoards, lockBoard } from '../../../../store/land/boards.ts';
import type { ActionResult, FormRequest } from '../../page/page.ts';
import { requestAccountEmail } from '../../server/account-email-requests.ts';
import { refuseIfInvalid, validateEmail, validatePassword } from '../../server/form-validation.ts';
import { rememberBrowser } from '../../server/known-browser.ts';
import { refuseWrongPassword } from '../../server/password-check.ts';
import { endSession, requireSession } from '../../server/visitor.ts';

const notices = {
  exportBegun: {
    en: 'The copy is being made. A letter comes when it is ready.',
    ru: 'Готовим копию. Когда будет готова, пришлём письмо.',
  },
  letterSent: { en: 'We have sent a letter to the new address.', ru: 'Мы отправили письмо на новый адрес.' },
  passwordChanged: {
    en: 'The password is changed, and you are signed out everywhere else.',
    ru: 'Пароль сменён, на других устройствах выполнен выход.',
  },
} satisfies Record<string, Text>;

const lastOfRoleTexts: Readonly<Record<PlatformRole, Text>> = {
  operator: {
    en: 'You are the last operator of the installation. Give that role to somebody else first, on the page of roles.',
    ru: 'Вы последний администратор площадки. Сначала назначьте другого на странице ролей.',
  },
  moderator: {
    en: 'You are the last moderator of the platform. Ask an operator to name another one first.',
    ru: 'Вы последний модератор площадки. Сначала попросите администратора назначить другого.',
  },
};

/** Password, email and deletion have no API operation on purpose: no token may do this. */
type SignedInForm = FormRequest<'signed-in'>;

export async function changeOwnPassword(pageRequest: SignedInForm): Promise<ActionResult> {
  const { form, session, request, reply, dependencies } = pageRequest;
  const next = form.get('new_password') ?? '';
  refuseIfInvalid(validatePassword(next, 'new_password'));
  await refuseWrongPassword(pageRequest, 'current_password');
  const given = {
    accountId: session.accountId,
    sessionId: session.id,
    passwordHash: await hashPassword(next),
    revokeKeys: form.get('revoke_keys') === 'true',
  };
  await dependencies.pool.begin(async (db) => {
    await lockEmail(db, session.accountId);
    await requireSession(db, session);
    await changePassword(db, given, {
      ...dependencies,
      origin: dependencies.services.emailLinkOrigin(request.origin),
    });
  });
  dependencies.bearer.invalidateAll();
  const { accountId: id, passwordHash } = given;
  rememberBrowser(request, reply, { id, passwordHash }, dependencies.key, dependencies.now());
  return { to: paths.accountSecurity, notice: notices.passwordChanged };
}

export async function requestEmailChange(pageRequest: SignedInForm): Promise<ActionResult> {
  const { session, request, dependencies } = pageRequest;
  const email = pageRequest.text('email').trim();
  refuseIfInvalid(validateEmail(email));
  await refuseWrongPassword(pageRequest, 'current_password');
  const { accountId, language } = session;
  const origin = dependencies.services.emailLinkOrigin(request.origin);
  await requestAccountEmail({ kind: 'change_email', accountId, email, language, origin }, dependencies);
  return { to: paths.accountSecurity, notice: notices.letterSent };
}

export async function deleteOwnAccount(pageRequest: SignedInForm): Promise<ActionResult> {
  const { session, request, reply, dependencies } = pageRequest;
  await refuseWrongPassword(pageRequest, 'password');
  await dependencies.pool.begin(async (db) => {
    // Same lock order as set_role, to avoid a deadlock; the second of two concurrent deletions sees the first.
    for (const role of ['operator', 'moderator'] as const)
      if (mayRevokeRole(await lockRoleHolders(db, role), session.accountId) !== true)
        refuse.invalid('password', lastOfRoleTexts[role]);
    for (const { id, name } of await listOwnBoards(db, session.accountId)) {
      if (mayLeaveBoard(await lockBoard(db, id), session.accountId) !== true) refuseLastBoardMember(name);
    }
    await lockEmail(db, session.accountId);
    await requireSession(db, session);
    await deleteAccount(db, session.accountId, dependencies.now());
  });
  dependencies.bearer.invalidateAll();
  await endSession(request, reply, dependencies);
  return { to: paths.home };
}

export async function requestDataExport(pageRequest: SignedInForm): Promise<ActionResult> {
  await refuseWrongPassword(pageRequest, 'password');
  await pageRequest.call(export_my_data, {});
  return { to: paths.accountData, notice: notices.exportBegun };
}

function refuseLastBoardMember(settlement: string): never {
  return refuse.invalid('password', {
    en: `You are the last member of the board of ${settlement}. Appoint somebody else first.`,
    ru: `Вы последний член правления: ${settlement}. Сначала назначьте другого.`,
  });
}
