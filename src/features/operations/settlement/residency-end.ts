import type { SignedInContext } from '../../../domain/kernel/context.ts';
import type { MembershipEnding } from '../../../domain/rules/residency.ts';
import { withdrawPlotCodes } from '../../../store/land/plot-codes.ts';
import { endRecordsOfResident } from '../../../store/land/recorded-people.ts';
import { insertEnding } from '../../../store/land/residency-endings.ts';
import { endMembership, type FoundResident } from '../../../store/land/residents.ts';
import { recordDecision } from '../../../store/system/audit.ts';
import { type EndingInput, readEnding } from '../../loaders/residency-ending.ts';
import { publishEvent } from '../../notify/publish-event.ts';

/** Ends a claim or membership that was locked, with what goes with it, and tells the person. */
export async function endResidency(
  context: SignedInContext,
  settlementId: string,
  found: FoundResident,
  ending: MembershipEnding,
  input: EndingInput,
): Promise<void> {
  const { db, caller, now, newId } = context;
  const { accountId: decidedBy } = caller;
  const { parcelId, plotNumber } = found;
  const said = await readEnding(input, context, { settlementId, parcelId });
  const connections = await endMembership(db, found, { reason: said.reason, decidedBy, now: now() });
  const records = await endRecordsOfResident(db, found, said.on, now());
  if (found.state === 'confirmed') {
    await insertEnding(db, {
      ...said,
      ...{ id: newId(), settlementId, parcelId, membershipId: found.id, role: found.role },
      ...{ endedBy: decidedBy, confirmedBy: found.decidedBy, wasPrimary: found.isPrimary },
      ...{ connections, records, now: now() },
    });
  }
  if (ending === 'refused' || ending === 'ended') {
    // The removed person may know a code of the plot.
    await withdrawPlotCodes(db, [parcelId], now(), { invitations: true });
    await recordDecision(context, {
      action: 'remove_resident',
      subject: { type: 'resident', id: found.id },
      settlementId,
      before: { account: found.accountId, plot: plotNumber, role: found.role, state: found.state },
      after: {
        state: 'ended',
        reason: said.reason,
        ...(ending === 'ended' && { kind: said.kind, on: said.on }),
      },
    });
    // A letter about their own death would reach the family.
    if (said.kind !== 'died')
      await publishEvent(context, {
        type: 'residency_decided',
        accountId: found.accountId,
        settlementId,
        plotNumber,
        outcome: ending,
        reason: said.reason,
        ended: ending === 'ended' ? { kind: said.kind, on: said.on } : null,
      });
  }
}
