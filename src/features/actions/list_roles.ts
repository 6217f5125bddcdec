import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { maySeeRoles } from '../../domain/rules/platform-roles.ts';
import { listRoleHolders } from '../../store/accounts/platform-roles.ts';

export const list_roles = defineOperation({
  name: 'list_roles',
  summary:
    'Who moderates the platform and who operates the installation. For both of them; addresses for operators.',
  scope: 'session',
  input: z.object({}),
  permit(_subject, caller) {
    permit(maySeeRoles(caller));
  },
  async show(_, { db, caller }) {
    const holders = await listRoleHolders(db);
    return holders.map(({ email, ...holder }) => ({
      ...holder,
      email: caller.isOperator ? email : null,
      isOwn: holder.id === caller.accountId,
    }));
  },
});
