import { z } from 'zod';
import { id, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { mayManageRoles } from '../../domain/rules/platform-roles.ts';
import { mayReadAsBoard } from '../../domain/rules/settlement-role.ts';
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
  async load({ settlement, installation }, { db, caller }): Promise<AuditReader> {
    if (installation) {
      permit(mayManageRoles(caller));
      return { kind: 'operator' };
    }
    if (settlement === undefined) {
      permit(caller.isModerator || moderatorsOnly);
      return { kind: 'moderator' };
    }
    const found = await loadSettlement(settlement, { db, caller });
    permit(mayReadAsBoard(found.settlementRole));
    return { kind: 'board', settlementId: found.id };
  },
  async show({ before }, { db }, reader) {
    const rows = await listAudit(db, reader, { before, limit: pageSize + 1 });
    const decisions = rows.slice(0, pageSize);
    return { decisions, next: rows.length > pageSize ? (decisions.at(-1)?.id ?? null) : null };
  },
});

const moderatorsOnly = { en: 'This is for moderators.', ru: 'Это только для модераторов.' };
