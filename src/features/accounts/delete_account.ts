import { z } from 'zod';
import type { Text } from '../../base/i18n/text.ts';
import type { SignedInContext } from '../../domain/kernel/context.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { mayLeaveBoard } from '../../domain/rules/board.ts';
import { mayRevokeRole, type PlatformRole } from '../../domain/rules/platform-roles.ts';
import { deleteAccount, lockEmail } from '../../store/accounts/credentials.ts';
import { lockRoleHolders } from '../../store/accounts/platform-roles.ts';
import { lockCompanies } from '../../store/directory/companies.ts';
import { listSolelyRepresented } from '../../store/directory/company-decisions.ts';
import {
  listRepresentativeStates,
  listRepresentedCompanyIds,
} from '../../store/directory/company-representatives.ts';
import { listOwnBoards, lockBoard } from '../../store/land/boards.ts';
import { endCompany } from '../companies/end-company.ts';
import { publishEvent } from '../notify/publish-event.ts';
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
    await leaveCompanies(context);
    await deleteAccount(db, accountId, now());
  },
});

/** A company that nobody else speaks for closes; the others are told who has left. */
async function leaveCompanies(context: SignedInContext): Promise<void> {
  const { db } = context;
  const { accountId } = context.caller;
  const companies = await lockCompanies(db, await listRepresentedCompanyIds(db, accountId));
  const alone = new Set((await listSolelyRepresented(db, accountId)).map(({ id }) => id));
  for (const company of companies.values())
    if (alone.has(company.id)) await endCompany(context, company, '');
    else {
      const people = await listRepresentativeStates(db, company.id, [accountId]);
      await publishEvent(context, {
        type: 'representatives_changed',
        companyId: company.id,
        name: company.name,
        person: { id: accountId, name: people.get(accountId)?.name ?? '' },
        isTaken: false,
        byId: accountId,
      });
    }
}

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
