import { z } from 'zod';
import { id, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { mayManageRoles } from '../../domain/rules/platform-roles.ts';
import { mayEditSettlement } from '../../domain/rules/settlement-role.ts';
import { type AuditReader, listAudit } from '../../store/system/audit.ts';
import { loadSettlement } from '../loaders/settlement.ts';

const pageSize = 50;

export const list_decisions = defineOperation({
  name: 'list_decisions',
  summary:
    'Who decided what, newest first: in a settlement, for its board; of the platform, for moderators; of the installation, for operators.',
  scope: 'session',
  input: z.object({
    /** Left out: decisions about the platform. */
    settlement: reference.optional(),
    /** Granted and revoked roles. */
    installation: z.literal(true).optional(),
    before: id.optional(),
  }),
  load: async ({ settlement, installation }, context) =>
    settlement === undefined || installation ? null : loadSettlement(settlement, context),
  permit(settlement, caller, { installation }) {
    if (settlement !== null) permit(mayEditSettlement(settlement.settlementRole));
    else permit(installation ? mayManageRoles(caller) : caller.isModerator || moderatorsOnly);
  },
  async show({ before, installation }, { db }, settlement) {
    const reader: AuditReader =
      settlement !== null
        ? { kind: 'board', settlementId: settlement.id }
        : { kind: installation ? 'operator' : 'moderator' };
    const rows = await listAudit(db, reader, { before, limit: pageSize + 1 });
    const decisions = rows.slice(0, pageSize);
    return { decisions, next: rows.length > pageSize ? (decisions.at(-1)?.id ?? null) : null };
  },
});

const moderatorsOnly = { en: 'This is for moderators.', ru: 'Это только для модераторов.' };
