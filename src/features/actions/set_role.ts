import { z } from 'zod';
import { paths } from '../../base/site/paths.ts';
import type { SignedInContext } from '../../domain/kernel/context.ts';
import { enumField, id, nonBlank, text } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import {
  mayGrantRole,
  mayManageRoles,
  mayRevokeRole,
  type PlatformRole,
  platformRoles,
} from '../../domain/rules/platform-roles.ts';
import {
  findRoleHolder,
  lockRoleHolders,
  type RoleHolder,
  setRole,
} from '../../store/accounts/platform-roles.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { enqueueRoleEmails } from '../mail/role-emails.ts';
import { publishEvent } from '../notify/publish-event.ts';

export const set_role = defineOperation({
  name: 'set_role',
  summary:
    'Make somebody a moderator or an operator, or end that, with the reason. For operators: nobody gives themselves a role, and the last one keeps it.',
  scope: 'session',
  writesIn: 'nowhere',
  input: z.object({
    account: id.optional(),
    email: text(254, 3).optional(),
    role: enumField(platformRoles),
    is_given: z.boolean(),
    reason: nonBlank(500).trim(),
  }),
  permit(_subject, caller) {
    permit(mayManageRoles(caller));
  },
  async write({ account, email, role, is_given: isGiven, reason }, context) {
    const { db, caller } = context;
    // Race of two who revoke each other's role: the second is no longer an operator.
    const operators = await lockRoleHolders(db, 'operator');
    permit(mayManageRoles({ isOperator: operators.includes(caller.accountId) }));
    const person =
      (await findRoleHolder(db, { account, email })) ??
      (account === undefined ? refuse.invalid('email', unknown) : refuse.notFound('resident'));
    const holders = role === 'operator' ? operators : await lockRoleHolders(db, role);
    if (holders.includes(person.id) === isGiven) return { isChanged: false };
    const answer = isGiven ? mayGrantRole(caller.accountId, person.id) : mayRevokeRole(holders, person.id);
    if (answer !== true) refuse.invalid(isGiven ? 'email' : 'role', answer);
    await setRole(db, person.id, role, isGiven);
    await notifyOfRoleChange(context, { person, role, isGiven, reason, operators });
    return { isChanged: true };
  },
});

const unknown = {
  en: 'Nobody has confirmed this address here.',
  ru: 'С таким подтверждённым адресом здесь никого нет.',
};

interface RoleChange {
  person: RoleHolder;
  role: PlatformRole;
  isGiven: boolean;
  reason: string;
  operators: readonly string[];
}

/** Recorded, and sent to the person and to the other operators, who notice a stolen session first. */
async function notifyOfRoleChange(context: SignedInContext, change: RoleChange): Promise<void> {
  const { person, role, isGiven, reason, operators } = change;
  const byId = context.caller.accountId;
  const roleChange = { role, isGiven, reason, byId };
  await recordDecision(context, {
    action: 'set_role',
    subject: { type: 'account', id: person.id },
    settlementId: null,
    isOfInstallation: true,
    before: { role, isGiven: !isGiven },
    after: { role, isGiven, reason },
  });
  await publishEvent(context, { type: 'role_changed', accountId: person.id, ...roleChange });
  await publishEvent(context, {
    type: 'role_of_another_changed',
    accountIds: operators.filter((id) => id !== person.id),
    name: person.name,
    ...roleChange,
  });
  await enqueueRoleEmails(
    context.db,
    { ...change, reason: { en: reason, ru: reason } },
    `${context.services.emailLinkOrigin(context.origin)}${paths.accountSecurity}`,
    context,
  );
}
