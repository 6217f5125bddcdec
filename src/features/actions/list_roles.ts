import { z } from 'zod';
import { defineAction } from '../../domain/kernel/action.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { maySeeRoles } from '../../domain/rules/platform-roles.ts';
import { listRoleHolders } from '../../store/accounts/platform-roles.ts';

export const list_roles = defineAction({
  name: 'list_roles',
  summary:
    'Who moderates the platform and who operates the installation. For both of them; addresses for operators.',
  isReadOnly: true,
  input: z.object({}),
  async permit(_, { caller }) {
    permit(maySeeRoles(caller));
  },
  async handle(_, { db, caller }) {
    const holders = await listRoleHolders(db);
    return holders.map(({ email, ...holder }) => ({
      ...holder,
      email: caller.isOperator ? email : null,
      isOwn: holder.id === caller.accountId,
    }));
  },
});
