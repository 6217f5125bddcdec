import { z } from 'zod';
import { id, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { findTakeBackFault, mayTakeBackEnding } from '../../domain/rules/residency-ending.ts';
import { isExcluded } from '../../store/accounts/sanctions.ts';
import { findEnding, takeBackEnding } from '../../store/land/residency-endings.ts';
import { lockOwnership } from '../../store/land/residents.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { ownsParcel } from '../loaders/memberships.ts';
import { loadSettlement } from '../loaders/settlement.ts';
import { publishEvent } from '../notify/publish-event.ts';

const excluded = {
  en: 'The person’s rights here were ended after a report: lift that decision instead.',
  ru: 'Человека лишили прав в посёлке по жалобе: отмените то решение, и участок вернётся.',
};

export const take_back_ending = defineOperation({
  name: 'take_back_ending',
  summary:
    'Take back the ending of somebody’s time on a plot, within seven days. For the board; for owners of the plot, of family and tenants.',
  scope: 'session',
  input: z.object({ settlement: reference, ending: id }),
  async load({ settlement, ending }, context, lock) {
    const { db, caller } = context;
    const { id: settlementId, settlementRole } = await loadSettlement(settlement, context);
    const found = (await findEnding(db, settlementId, ending, lock)) ?? refuse.notFound('ending');
    const { isEditor } = settlementRole;
    const owns = () =>
      lock ? lockOwnership(db, caller.accountId, found.parcelId) : ownsParcel(db, caller, found.parcelId);
    const isOwner = !isEditor && (await owns());
    if (!mayTakeBackEnding({ isEditor, isOwner }, found)) refuse.notFound('ending');
    return { settlementId, found };
  },
  async write(_, context, { settlementId, found }) {
    const { db, caller, now } = context;
    const fault = findTakeBackFault(found, now());
    if (fault) refuse.invalid('ending', fault);
    if (found.accountId !== null && (await isExcluded(db, settlementId, found.accountId)))
      refuse.invalid('ending', excluded);
    const left = await takeBackEnding(db, found, caller.accountId, now());
    await recordDecision(context, {
      action: 'take_back_ending',
      subject: found.membershipId
        ? { type: 'resident', id: found.membershipId }
        : { type: 'recorded_person', id: found.records[0]?.id ?? refuse.notFound('ending') },
      settlementId,
      after: { plot: found.plotNumber, kind: found.kind },
    });
    if (found.accountId !== null)
      await publishEvent(context, {
        type: 'residency_restored',
        accountId: found.accountId,
        settlementId,
        plotNumber: found.plotNumber,
      });
    const person = found.records.find(({ wasJoined }) => wasJoined) ?? found.records[0];
    return { left, resident: found.membershipId, person: person?.id ?? null, parcel: found.parcelId };
  },
});
