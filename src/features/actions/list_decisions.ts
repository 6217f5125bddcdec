import { z } from 'zod';
import { day, enumField, id, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { auditKindNames, auditKinds, isReading } from '../../domain/rules/audit-kinds.ts';
import { addDays, dayInZone, startOfDay } from '../../domain/rules/days.ts';
import { mayManageRoles } from '../../domain/rules/platform-roles.ts';
import { mayReadAsBoard } from '../../domain/rules/settlement-role.ts';
import { type AuditReader, type AuditRow, listAudit, listAuditAuthors } from '../../store/system/audit.ts';
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
    /** Not of the installation: who decided, what about, and days where the settlement is, otherwise of UTC. */
    who: id.optional(),
    kind: enumField(auditKindNames).optional(),
    from: day.optional(),
    to: day.optional(),
  }),
  load: async ({ settlement, installation }, context) =>
    settlement === undefined || installation ? null : loadSettlement(settlement, context),
  permit(settlement, caller, { installation }) {
    if (settlement !== null) permit(mayReadAsBoard(settlement.settlementRole));
    else permit(installation ? mayManageRoles(caller) : caller.isModerator || moderatorsOnly);
  },
  async show({ before, installation, who, kind, from, to }, { db }, settlement) {
    const reader: AuditReader =
      settlement !== null
        ? { kind: 'board', settlementId: settlement.id }
        : { kind: installation ? 'operator' : 'moderator' };
    const zone = settlement?.timeZone ?? 'UTC';
    const filter = {
      accountId: who,
      actions: kind && auditKinds[kind],
      from: from === undefined ? undefined : new Date(startOfDay(from, zone)),
      until: to === undefined ? undefined : new Date(startOfDay(addDays(to, 1), zone)),
    };
    const [rows, authors] = await Promise.all([
      listAudit(db, reader, { before, limit: pageSize + 1 }, reader.kind === 'operator' ? {} : filter),
      reader.kind === 'operator' ? [] : listAuditAuthors(db, settlement?.id ?? null),
    ]);
    const decisions = rows.slice(0, pageSize);
    return {
      decisions: foldReadings(decisions, zone),
      authors,
      next: rows.length > pageSize ? (decisions.at(-1)?.id ?? null) : null,
    };
  },
});

const moderatorsOnly = { en: 'This is for moderators.', ru: 'Это только для модераторов.' };

/** Earlier versions wrote one entry for each reading: those of one account on one day become one. */
function foldReadings(rows: readonly AuditRow[], timeZone: string): AuditRow[] {
  const folded = new Map<string, AuditRow>();
  for (const row of rows) {
    const day = dayInZone(row.at, timeZone);
    const key = isReading(row.action) ? `${row.accountId} ${day}` : row.id;
    const first = folded.get(key);
    if (first === undefined)
      folded.set(key, isReading(row.action) ? { ...row, after: countReadings([row]) } : row);
    else first.after = countReadings([first, row]);
  }
  return [...folded.values()];
}

const countReadings = (rows: readonly AuditRow[]) => {
  const sum = (name: string, otherwise: number) =>
    rows.reduce((all, { after }) => all + Number(after?.[name] ?? otherwise), 0);
  return { people: sum('people', 0), readings: sum('readings', 1) };
};
