import { z } from 'zod';
import type { Text } from '../../base/i18n/text.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { mayLeaveBoard } from '../../domain/rules/board.ts';
import { mayRevokeRole, type PlatformRole } from '../../domain/rules/platform-roles.ts';
import { deleteAccount, lockEmail } from '../../store/accounts/credentials.ts';
import { lockRoleHolders } from '../../store/accounts/platform-roles.ts';
import { listOwnBoards, lockBoard } from '../../store/land/boards.ts';
import { givenPassword } from './account-fields.ts';
import { refuseWrongPassword } from './own-password.ts';
import { requireSession } from './require-session.ts';

export const delete_account = defineOperation({
  name: 'delete_account',
  summary:
    'Delete the account for good, with the password; what it published stays without its name. For oneself.',
  scope: 'session',
  writesIn: 'nowhere',
  isUncounted: true,
  input: z.object({ password: givenPassword }),
  prepare: ({ password }, context) => refuseWrongPassword(context, password, 'password'),
  async write(_, context) {
    const { db, now } = context;
    const { accountId } = context.caller;
    // Same lock order as set_role, to avoid a deadlock; the second of two concurrent deletions sees the first.
    for (const role of ['operator', 'moderator'] as const)
      if (mayRevokeRole(await lockRoleHolders(db, role), accountId) !== true)
        refuse.invalid('password', lastOfRoleTexts[role]);
    for (const { id, name } of await listOwnBoards(db, accountId))
      if (mayLeaveBoard(await lockBoard(db, id), accountId) !== true) refuseLastBoardMember(name);
    await lockEmail(db, accountId);
    await requireSession(context);
    await deleteAccount(db, accountId, now());
  },
});

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

function refuseLastBoardMember(settlement: string): never {
  return refuse.invalid('password', {
    en: `You are the last member of the board of ${settlement}. Appoint somebody else first.`,
    ru: `Вы последний член правления: ${settlement}. Сначала назначьте другого.`,
  });
}
