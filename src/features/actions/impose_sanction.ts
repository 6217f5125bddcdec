import { z } from 'zod';
import type { SignedInContext } from '../../domain/kernel/context.ts';
import { enumField, id, integer, nonBlank } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import {
  endOfSilence,
  findSanctionFault,
  maxReasonLength,
  type SanctionOffice,
  sanctionKinds,
} from '../../domain/rules/sanctions.ts';
import { mayDecideReport } from '../../domain/rules/task-fields.ts';
import { findReportedPerson, insertSanction, lockMembershipsIn } from '../../store/accounts/sanctions.ts';
import { endRecordsOfResident } from '../../store/land/recorded-people.ts';
import { findToday, insertEnding } from '../../store/land/residency-endings.ts';
import { endMembership, lockResident } from '../../store/land/residents.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { requireVisibleTask } from '../loaders/visible-task.ts';
import { publishEvent } from '../notify/publish-event.ts';

export const impose_sanction = defineOperation({
  name: 'impose_sanction',
  summary:
    'Warn whoever a report is about, stop them from writing for some days, or end their rights in the settlement. For who decides that report.',
  scope: 'session',
  input: z.object({
    report: id,
    kind: enumField(sanctionKinds),
    reason: nonBlank(maxReasonLength).trim(),
    /** Of `silence`. */
    days: integer(1, 365).nullish(),
    /** On the whole site: moderators alone. */
    everywhere: z.boolean().default(false),
  }),
  async load({ report }, { db, caller }, lock) {
    const { task, parties } = await requireVisibleTask(db, caller, report, lock ? 'change' : 'none');
    const { reportedId, settlementId, addressee } = task;
    if (reportedId === null) return refuse.notFound('task');
    const person = (await findReportedPerson(db, reportedId, settlementId)) ?? refuse.notFound('task');
    const office: SanctionOffice = addressee === 'board' ? 'board' : 'platform';
    return { task, parties, accountId: reportedId, settlementId, person, office };
  },
  permit({ parties, person, office, settlementId }, _caller, input) {
    permit(mayDecideReport(parties));
    if (input === undefined) return;
    const fault = findSanctionFault(
      { kind: input.kind, days: input.days ?? null, isEverywhere: input.everywhere },
      { office, isInSettlement: settlementId !== null, ...person },
    );
    if (fault !== null) refuse.invalid(fault.field, fault.text);
  },
  async write({ kind, reason, days, everywhere }, context, { task, accountId, office, settlementId }) {
    const { db, caller, now, newId } = context;
    const place = everywhere ? null : settlementId;
    const until = kind === 'silence' ? endOfSilence(now(), days as number) : null;
    const sanction = {
      ...{ id: newId(), accountId, settlementId: place, kind, office, reportId: task.id, reason, until },
      ...{ imposedBy: caller.accountId, imposedAt: now() },
    };
    if (!(await insertSanction(db, sanction)))
      refuse.invalid('kind', {
        en: 'This has been decided for this report already.',
        ru: 'По этой жалобе такое решение уже приняли.',
      });
    if (kind === 'exclusion' && place !== null)
      await endRights(context, { ...sanction, settlementId: place });
    await recordDecision(context, {
      action: 'impose_sanction',
      subject: { type: 'sanction', id: sanction.id },
      settlementId: office === 'board' ? settlementId : null,
      after: { sanction: kind, ...(days && kind === 'silence' && { days }), reason },
    });
    await publishEvent(context, {
      type: 'sanction_imposed',
      sanctionId: sanction.id,
      accountId,
      kind,
      office,
      settlementId: place,
      days: kind === 'silence' ? (days as number) : null,
      reason,
    });
    return { id: sanction.id };
  },
});

/** Ends what the person has in the settlement, so that it can be given back as it was. */
async function endRights(
  { db, caller, now, newId }: SignedInContext,
  {
    id: sanctionId,
    settlementId,
    accountId,
    reason,
  }: { id: string; settlementId: string; accountId: string; reason: string },
): Promise<void> {
  const on = await findToday(db, settlementId, now());
  for (const { id, state } of await lockMembershipsIn(db, settlementId, accountId)) {
    const found = await lockResident(db, settlementId, id);
    if (found === undefined) continue;
    const decision = { reason, decidedBy: caller.accountId, now: now() };
    const connections = await endMembership(db, found, decision);
    const records = await endRecordsOfResident(db, found, on, now());
    if (state !== 'confirmed') continue;
    await insertEnding(db, {
      ...{ kind: 'other', on, reason, successor: null },
      ...{ id: newId(), settlementId, parcelId: found.parcelId, membershipId: id, role: found.role },
      ...{ endedBy: caller.accountId, confirmedBy: found.decidedBy, wasPrimary: found.isPrimary },
      ...{ connections, records, now: now(), sanctionId },
    });
  }
}
