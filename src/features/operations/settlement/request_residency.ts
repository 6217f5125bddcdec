import { z } from 'zod';
import { restOnly, stateDefault } from '../../../domain/kernel/argument-metadata.ts';
import { enumField, parcelReference, reference, text } from '../../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { Refusal, refuse } from '../../../domain/kernel/refusal.ts';
import { refuseSilencedIn } from '../../../domain/kernel/silence.ts';
import { decideJoining } from '../../../domain/rules/recorded-people.ts';
import {
  decideClaim,
  decideCode,
  isInvitedRole,
  maxCodeAttempts,
  residentRoles,
} from '../../../domain/rules/residency.ts';
import { isExcluded } from '../../../store/accounts/sanctions.ts';
import {
  countPlotCodeAttempt,
  findParcelOfCode,
  hasOwner,
  lockPlotCode,
  usePlotCode,
} from '../../../store/land/plot-codes.ts';
import { joinRecord, lockRecord, lockRecordOfAddress } from '../../../store/land/recorded-people.ts';
import {
  confirmMembership,
  findExistingResident,
  insertClaim,
  lockClaimant,
  lockParcel,
  type ResidentRow,
} from '../../../store/land/residents.ts';
import { recordDecision } from '../../../store/system/audit.ts';
import { requireParcelByReference } from '../../loaders/parcel-reference.ts';
import { loadSettlement } from '../../loaders/settlement.ts';
import { publishEvent } from '../../notify/publish-event.ts';
import { residentEntry, shortResidentReply, showResident } from './resident-shapes.ts';

export const request_residency = defineOperation({
  name: 'request_residency',
  tag: 'Settlement',
  route: 'POST /settlements/{settlement}/residents',
  success: 201,
  scope: 'mcp:write',
  writesIn: 'said',
  audiences: ['resident'],
  summary: 'Say that one belongs to a plot; the board decides.',
  description: 'Confirmed at once by `code` or the board’s list.',
  idempotent: true,
  input: z.object({
    settlement: reference.describe('Slug or id.'),
    parcel: parcelReference.optional().describe('Plot: number or id; not with a code.'),
    role: stateDefault('owner', enumField(residentRoles).optional().describe('Default owner.')),
    note: text(1000).default('').describe('For the board: how it can check.'),
    code: text(40).nullish().describe('From the board or an owner.'),
    at_once: restOnly(
      stateDefault(
        false,
        z
          .boolean()
          .nullish()
          .describe('With a code: refused where it does not suffice and the board would decide.'),
      ),
    ),
  }),
  output: z.object({ data: residentEntry }),
  shortReply: shortResidentReply,
  /** In `prepare`, so that the attempt counts even when the request is refused. */
  async prepare({ code }, { db, caller, now }): Promise<undefined> {
    if (code && (await countPlotCodeAttempt(db, caller.accountId, now())) > maxCodeAttempts)
      throw new Refusal({ kind: 'too_many', text: tooManyTries, retryAfter: 3600 });
  },
  async write({ settlement, parcel: asked, role: claimed, note, code, at_once }, context) {
    const { db, caller, now, newId, services } = context;
    const { accountId } = caller;
    const { id } = await loadSettlement(settlement, { db, caller });
    refuseSilencedIn(id, context);
    if (await isExcluded(db, id, accountId)) refuse.forbidden(excluded);
    const waiting = await lockClaimant(db, accountId);
    const hashes = code ? services.plotCodes.listPossibleHashes(code) : [];
    const parcelId =
      !asked && code
        ? ((await findParcelOfCode(db, id, hashes, now())) ?? refuse.invalid('code', unknownCode))
        : (await requireParcelByReference(db, id, asked || refuse.invalid('parcel', noParcel), 'parcel')).id;
    const parcel = (await lockParcel(db, id, parcelId)) ?? refuse.notFound('parcel');
    const existing = await findExistingResident(db, id, accountId, parcel.id);
    const decision = decideClaim(existing?.state, waiting);
    if (typeof decision === 'object') refuse.invalid('parcel', decision);
    if (decision === 'existing' && !code) return { data: showResident(existing as ResidentRow) };

    const role = claimed ?? existing?.role ?? 'owner';
    const coded = code ? await lockPlotCode(db, parcel.id, hashes, now()) : undefined;
    const ofCode = coded?.personId ? await lockRecord(db, coded.personId, now()) : undefined;
    const codeDecision = code
      ? decideCode(coded && { ...coded, record: ofCode }, role, await hasOwner(db, parcel.id))
      : { confirm: null };
    if ('en' in codeDecision) return refuse.invalid('code', codeDecision);
    if (code && at_once && codeDecision.confirm === null) refuse.invalid('role', secondOwner);
    const claim = existing?.id ?? newId();
    if (existing === undefined)
      await insertClaim(db, { id: claim, accountId, parcelId: parcel.id, role, note, now: now() });
    const recorded = await lockRecordOfAddress(db, accountId, parcel.id, now());
    const byAddress =
      recorded && decideJoining({ by: 'address', ...recorded }, recorded) === 'join' ? recorded : null;
    const about = { settlementId: id, plotNumber: parcel.number, accountId };
    if (coded !== undefined && codeDecision.confirm !== null) {
      await usePlotCode(db, coded.id, accountId, now());
      if (ofCode) await joinRecord(db, ofCode.id, claim, now());
      await confirmMembership(db, claim, {
        role: codeDecision.confirm,
        decidedBy: coded.issuedBy,
        now: now(),
      });
      await recordDecision(context, {
        action: 'request_residency',
        subject: { type: 'resident', id: claim },
        settlementId: id,
        after: { account: accountId, plot: parcel.number, role: codeDecision.confirm, code: coded.id },
      });
      await publishEvent(context, {
        type: 'residency_joined',
        parcelId: parcel.id,
        plotNumber: parcel.number,
        accountId,
        invitedBy: coded.role === null ? null : coded.issuedBy,
      });
    } else if (byAddress) {
      await joinRecord(db, byAddress.id, claim, now());
      await confirmMembership(db, claim, { role: byAddress.role, decidedBy: null, now: now() });
      await publishEvent(context, {
        type: 'residency_decided',
        outcome: 'confirmed',
        reason: null,
        ...about,
      });
    } else if (existing === undefined) {
      await publishEvent(context, { type: 'residency_waiting', membershipId: claim, ...about });
      if (isInvitedRole(role))
        await publishEvent(context, {
          type: 'residency_asked',
          parcelId: parcel.id,
          membershipId: claim,
          plotNumber: parcel.number,
          accountId,
        });
    }
    return { data: showResident((await findExistingResident(db, id, accountId, parcel.id)) as ResidentRow) };
  },
  show: showWritten,
});

const excluded = {
  en: 'Your rights in this village were ended. You can appeal on your page “Decisions about me”.',
  ru: 'В этом посёлке вас лишили прав. Это можно обжаловать на странице «Решения обо мне».',
};
const noParcel = {
  en: 'Say which plot, or give a plot code.',
  ru: 'Укажите номер участка или введите код с листка.',
};
const unknownCode = {
  en: 'There is no such code: it is mistyped, used, withdrawn or too old. Without a code name the plot, and the board decides.',
  ru: 'Такого кода нет: опечатка, он использован, отозван или устарел. Без кода укажите участок, и решит правление.',
};
const secondOwner = {
  en: 'An owner of this plot is recorded already. With the code you are recorded at once as family or a tenant; another owner is confirmed by the board.',
  ru: 'Собственник этого участка уже записан. По коду сразу запишем как семью или жильца; ещё одного собственника подтверждает правление.',
};
const tooManyTries = {
  en: 'Too many attempts with a code. Try again in an hour, or claim the plot without one.',
  ru: 'Слишком много попыток с кодом. Попробуйте через час или подайте заявку без кода.',
};
