import { z } from 'zod';
import { enumField, parcelReference, reference, text } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { Refusal, refuse } from '../../../domain/kernel/refusal.ts';
import {
  decideClaim,
  decideCode,
  isInvitedRole,
  maxCodeAttempts,
  residentRoles,
} from '../../../domain/rules/residency.ts';
import { isConfirmedByList } from '../../../domain/rules/resident-list.ts';
import { countPlotCodeAttempt, hasOwner, lockPlotCode, usePlotCode } from '../../../store/land/plot-codes.ts';
import { findListEntryOfAccount } from '../../../store/land/resident-list.ts';
import {
  confirmMembership,
  findExistingResident,
  insertClaim,
  lockClaimant,
  lockParcel,
  type ResidentRow,
} from '../../../store/land/residents.ts';
import { findSettlement } from '../../../store/land/settlements.ts';
import { recordDecision } from '../../../store/system/audit.ts';
import { publishEvent } from '../../notify/publish-event.ts';
import { requireParcelByReference } from '../loaders/parcel-reference.ts';
import { residentEntry, showResident } from './resident-shapes.ts';

export const request_residency = defineOperation({
  name: 'request_residency',
  tag: 'Settlement',
  route: 'POST /settlements/{settlement}/residents',
  success: 201,
  scope: 'mcp:write',
  audiences: ['resident'],
  summary: 'Say that one belongs to a plot; the board confirms it or refuses it.',
  description: 'Confirmed at once by `code`, or when the board’s list names the account for that plot.',
  idempotent: true,
  input: z.object({
    settlement: reference.describe('Identifier or slug.'),
    parcel: parcelReference,
    role: enumField(residentRoles).optional().describe('Default owner.'),
    note: text(1000).optional().describe('For the board: how it can check.'),
    code: text(40).nullish().describe('From the board, or an owner’s invitation. Five tries an hour.'),
  }),
  output: z.object({ data: residentEntry }),
  /** In `prepare`, so that the attempt counts even when the request is refused. */
  async prepare({ code }, { db, caller, now }): Promise<undefined> {
    if (code && (await countPlotCodeAttempt(db, caller.accountId, now())) > maxCodeAttempts)
      throw new Refusal({ kind: 'too_many', text: tooManyTries, retryAfter: 3600 });
  },
  async handle({ settlement, parcel: asked, role: claimed, note = '', code }, context) {
    const { db, caller, now, newId, services } = context;
    const { accountId } = caller;
    const { id } = (await findSettlement(db, settlement, caller)) ?? refuse.notFound('settlement');
    const waiting = await lockClaimant(db, accountId);
    const named = await requireParcelByReference(db, id, asked, 'parcel');
    const parcel = (await lockParcel(db, id, named.id)) ?? refuse.notFound('parcel');
    const existing = await findExistingResident(db, id, accountId, parcel.id);
    const decision = decideClaim(existing?.state, waiting);
    if (typeof decision === 'object') refuse.invalid('parcel', decision);
    if (decision === 'existing' && !code) return { data: showResident(existing as ResidentRow) };

    const role = claimed ?? existing?.role ?? 'owner';
    const coded = code
      ? await lockPlotCode(db, parcel.id, services.plotCodes.listPossibleHashes(code), now())
      : undefined;
    const verdict = code ? decideCode(coded, role, await hasOwner(db, parcel.id)) : { confirm: null };
    if ('en' in verdict) return refuse.invalid('code', verdict);
    const claim = existing?.id ?? newId();
    if (existing === undefined)
      await insertClaim(db, { id: claim, accountId, parcelId: parcel.id, role, note, now: now() });
    const listed = await findListEntryOfAccount(db, accountId, parcel.id);
    const about = { settlementId: id, plotNumber: parcel.number, accountId };
    if (coded !== undefined && verdict.confirm !== null) {
      await usePlotCode(db, coded.id, accountId, now());
      await confirmMembership(db, claim, { role: verdict.confirm, decidedBy: coded.issuedBy, now: now() });
      await recordDecision(context, {
        action: 'request_residency',
        subject: { type: 'resident', id: claim },
        settlementId: id,
        after: { account: accountId, plot: parcel.number, role: verdict.confirm, code: coded.id },
      });
      await publishEvent(context, {
        type: 'residency_joined',
        parcelId: parcel.id,
        plotNumber: parcel.number,
        accountId,
        invitedBy: coded.role === null ? null : coded.issuedBy,
      });
    } else if (listed === undefined || !isConfirmedByList(listed.listedAt, listed)) {
      if (existing === undefined) {
        await publishEvent(context, { type: 'residency_waiting', membershipId: claim, ...about });
        if (isInvitedRole(role))
          await publishEvent(context, {
            type: 'residency_asked',
            parcelId: parcel.id,
            plotNumber: parcel.number,
            accountId,
          });
      }
    } else {
      await confirmMembership(db, claim, { role: listed.role, decidedBy: null, now: now() });
      await publishEvent(context, {
        type: 'residency_decided',
        outcome: 'confirmed',
        reason: null,
        ...about,
      });
    }
    return { data: showResident((await findExistingResident(db, id, accountId, parcel.id)) as ResidentRow) };
  },
});

const tooManyTries = {
  en: 'Too many tries with a code. Try again in an hour, or claim the plot without one.',
  ru: 'Слишком много попыток с кодом. Попробуйте через час или подайте заявку без кода.',
};
