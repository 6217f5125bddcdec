import { z } from 'zod';
import type { SignedInCaller } from '../../../domain/kernel/caller.ts';
import {
  formatTimestamp,
  outDay,
  outEnum,
  outId,
  outText,
  outTimestamp,
} from '../../../domain/kernel/fields.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { type EarlierDecision, refuseDecided, toDecider } from '../../../domain/rules/earlier-decision.ts';
import { personStates } from '../../../domain/rules/person-states.ts';
import {
  maySeePersonalData,
  type ResidencyState,
  residencyStates,
  residentRoles,
} from '../../../domain/rules/residency.ts';
import { endingKinds } from '../../../domain/rules/residency-ending.ts';
import type { NamedPerson } from '../../../store/land/people-register.ts';
import type { FoundResident, ResidentRow } from '../../../store/land/residents.ts';
import type { NotifiedParcelRow } from '../../../store/messaging/announcement-reach.ts';

export const residentEntry = z.object({
  id: outId.describe('What confirm_resident and remove_resident take as `resident`.'),
  account: z.object({
    id: outId,
    name: outText,
    email: outText.describe('For the board alone, and for the person themself; else empty.'),
  }),
  parcel: z.object({ id: outId, number: outText.describe('The plot number as people say it.') }),
  role: outEnum(residentRoles),
  state: outEnum(residencyStates).describe(
    'claimed: waits for the board; confirmed: lives here; ended: refused, withdrawn or moved away, kept as history.',
  ),
  is_primary: z.boolean().describe("Whether it is the person's main plot."),
  note: outText.describe('What the person told the board. Empty: nothing.'),
  reason: outText
    .nullable()
    .describe('Why it was refused or ended; null while it stands or when none was given.'),
  decision_note: outText.nullable().describe('What the board told with its yes; null: nothing.'),
  created_at: outTimestamp,
  decided_at: outTimestamp.nullable().describe('Null while nobody has decided.'),
  decided_by: outId
    .nullable()
    .describe("Who decided or issued the code; null while it waits, and when the board's own list did."),
  ending: z
    .object({
      reason_kind: outEnum(endingKinds),
      on: outDay,
      successor: outText.nullable().describe('Who has the plot after them, for the board; null: not said.'),
    })
    .nullable()
    .describe('How a membership ended; null while it stands, and of claims.'),
});

export function showResident(row: ResidentRow): z.input<typeof residentEntry> {
  return {
    id: row.id,
    account: { id: row.accountId, name: row.name, email: row.email },
    parcel: { id: row.parcelId, number: row.plotNumber },
    role: row.role,
    state: row.state,
    is_primary: row.isPrimary,
    note: row.note,
    reason: row.reason,
    decision_note: row.decisionNote,
    created_at: formatTimestamp(row.createdAt),
    decided_at: formatTimestamp(row.decidedAt),
    decided_by: row.decidedBy,
    ending: row.ending && {
      reason_kind: row.ending.kind,
      on: row.ending.on,
      successor: row.ending.successor,
    },
  };
}

const unlessPrivate =
  'Null unless it is about the caller or the token has mcp:private, as for list_residents.';

/** Reply to a decision: what list_residents guards is withheld from a token that may only write. */
export const decidedResident = residentEntry.extend({
  account: z.object({
    id: outId,
    name: outText.nullable().describe(unlessPrivate),
    email: outText.nullable().describe(unlessPrivate),
  }),
  note: outText.nullable().describe(`What the person told the board. Empty: nothing. ${unlessPrivate}`),
});

export function showDecidedResident(
  row: ResidentRow,
  caller: SignedInCaller,
  isEditor: boolean,
): z.input<typeof decidedResident> {
  const whole = showResident(row);
  // An owner decides about family and tenants, and never learns their address.
  const mayRead = isEditor || row.accountId === caller.accountId;
  const shown = mayRead ? whole : { ...whole, account: { ...whole.account, email: '' } };
  if (maySeePersonalData({ isOwn: row.accountId === caller.accountId, scopes: caller.scopes })) return shown;
  return {
    ...shown,
    account: { id: row.accountId, name: null, email: null },
    note: null,
    decision_note: null,
    ending: shown.ending && { ...shown.ending, successor: null },
  };
}

export const notifiedParcel = z.object({
  parcel: z.object({ id: outId, number: outText }),
  site_at: outTimestamp
    .nullable()
    .describe('When it stood in the bell of somebody there; null: in nobody’s.'),
  letter_at: outTimestamp.nullable().describe('When a letter was handed over; null: none was.'),
  push_at: outTimestamp.nullable().describe('When a message was sent to a phone; null: none was.'),
  door_at: outTimestamp.nullable().describe('When somebody was told at the door; null: nobody was.'),
  door_by: outText.nullable().describe('Who of the board told them.'),
  read_at: outTimestamp.nullable().describe('When somebody there read it; null: nobody known.'),
  acknowledged_at: outTimestamp.nullable().describe('Of an urgent one; null: nobody has.'),
  nobody: z.boolean().describe('Nobody is confirmed there and nobody was told: only paper reaches it.'),
});

export function showNotifiedParcel(row: NotifiedParcelRow): z.input<typeof notifiedParcel> {
  return {
    parcel: { id: row.id, number: row.number },
    site_at: formatTimestamp(row.siteAt),
    letter_at: formatTimestamp(row.letterAt),
    push_at: formatTimestamp(row.pushAt),
    door_at: formatTimestamp(row.doorAt),
    door_by: row.doorBy,
    read_at: formatTimestamp(row.readAt),
    acknowledged_at: formatTimestamp(row.acknowledgedAt),
    nobody: row.isNobody,
  };
}

export const recordedPerson = z.object({
  name: outText,
  parcel: z.object({ id: outId, number: outText }),
  state: outEnum(personStates).describe(
    'recorded: no account; invited: has a code that waits; confirmed: a resident with an account.',
  ),
});

export function showRecordedPerson(row: NamedPerson): z.input<typeof recordedPerson> {
  return { name: row.name, parcel: { id: row.parcelId, number: row.plotNumber }, state: row.state };
}

/** Optimistic locking: refuses when somebody else has decided meanwhile. */
export function refuseStaleState(
  found: FoundResident,
  seen: ResidencyState | null | undefined,
  isEditor: boolean,
): void {
  if (seen == null || seen === found.state) return;
  if (found.state !== 'claimed')
    refuseDecided('seen_state', toResidencyDecision(found, isEditor, seen === 'claimed'));
  refuse.invalid('seen_state', {
    en: 'This claim is waiting again. Look at it once more.',
    ru: 'Заявка снова ждёт решения. Посмотрите её ещё раз.',
  });
}

/** What was decided about a claim or membership that no longer waits; only the board learns by whom. */
export function toResidencyDecision(
  found: FoundResident,
  isEditor: boolean,
  wasClaim = false,
): EarlierDecision {
  const { state, accountId, decidedBy, decidedByName, decidedAt: at, reason } = found;
  if (state === 'ended' && (decidedBy === accountId || decidedBy === null))
    return { outcome: 'withdrawn', by: null, at, reason: null };
  const by = isEditor ? toDecider(decidedBy, decidedByName) : null;
  if (state === 'confirmed') return { outcome: 'confirmed', by, at, reason: null };
  return { outcome: wasClaim ? 'refused' : 'ended', by, at, reason };
}

/** What an assistant needs after a write. */
export const shortResidentReply = [
  'data.id',
  'data.account.id',
  'data.parcel',
  'data.role',
  'data.state',
  'data.decided_at',
];
