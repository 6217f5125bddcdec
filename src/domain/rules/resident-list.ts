import type { Text } from '../../base/i18n/text.ts';
import type { ResidentListLine } from '../kernel/ports.ts';
import type { ResidentRole } from './residency.ts';

export interface ResidentListEntry {
  numberKey: string;
  emailKey: string;
  name: string;
  role: ResidentRole;
}

/** An entry already on the list. */
export interface StoredListEntry extends ResidentListEntry {
  listedAt: Date;
}

/** Memberships on a plot of accounts that have, or had, an email address. */
export interface MembershipHistory {
  /** One of them is confirmed there. */
  isRecorded: boolean;
  /** When one of their memberships there last ended. */
  endedAt: Date | null;
}

/** A pending claim, with the keys by which a list entry is matched. */
export interface PendingClaim extends MembershipHistory {
  id: string;
  name: string;
  plotNumber: string;
  numberKey: string;
  emailKey: string;
}

export const lineOutcomes = ['added', 'changed', 'same', 'repeated', 'refused'] as const;
export type LineOutcome = (typeof lineOutcomes)[number];

export interface ResidentImportPlan {
  lines: (ResidentListLine & { outcome: LineOutcome; reason?: Text })[];
  /** Entries to write: added or changed, without duplicates. */
  entries: ResidentListEntry[];
  /** Pending claims that are confirmed at once, with their role. */
  claims: (PendingClaim & { role: ResidentRole })[];
}

/**
 * An email on the list confirms once: not a second account that took the address over, and nobody whose membership
 * ended after it was listed. `listedAt` null: it is being listed now.
 */
export function isConfirmedByList(
  listedAt: Date | null,
  { isRecorded, endedAt }: MembershipHistory,
): boolean {
  return !isRecorded && (listedAt === null || endedAt === null || listedAt > endedAt);
}

const keyOf = ({ numberKey, emailKey }: Pick<ResidentListEntry, 'numberKey' | 'emailKey'>) =>
  `${numberKey}\n${emailKey}`;

/** The effect of importing a list, line by line. Nobody is removed; of duplicate lines the last one counts. */
export function planResidentList(
  lines: readonly ResidentListLine[],
  present: {
    plots: ReadonlySet<string>;
    listed: readonly StoredListEntry[];
    claims: readonly PendingClaim[];
  },
): ResidentImportPlan {
  const listed = new Map(present.listed.map((entry) => [keyOf(entry), entry]));
  const keys = lines.map(keyOf);
  const last = new Map(keys.map((key, place) => [key, place]));
  const planned = lines.map((line, place) => {
    const key = keys[place] as string;
    const reason = findLineError(line, present.plots);
    if (reason !== null) return { ...line, outcome: 'refused' as const, reason };
    if (last.get(key) !== place) return { ...line, outcome: 'repeated' as const };
    const before = listed.get(key);
    if (before === undefined) return { ...line, outcome: 'added' as const };
    const isSame = before.name === line.name && before.role === line.role;
    return { ...line, outcome: isSame ? ('same' as const) : ('changed' as const) };
  });
  const entries = planned
    .filter(({ outcome }) => outcome === 'added' || outcome === 'changed')
    .map(({ numberKey, emailKey, name, role }) => ({
      numberKey,
      emailKey,
      name,
      role: role as ResidentRole,
    }));
  const after = new Map<string, ResidentListEntry>(listed);
  for (const entry of entries) after.set(keyOf(entry), entry);
  const claims = present.claims.flatMap((claim) => {
    const entry = after.get(keyOf(claim));
    const isVouched = isConfirmedByList(listed.get(keyOf(claim))?.listedAt ?? null, claim);
    return entry && isVouched ? [{ ...claim, role: entry.role }] : [];
  });
  return { lines: planned, entries, claims };
}

function findLineError(line: ResidentListLine, parcels: ReadonlySet<string>): Text | null {
  if (!parcels.has(line.numberKey))
    return { en: 'The settlement has no such plot.', ru: 'Такого участка в посёлке нет.' };
  if (line.emailKey.length > 254 || !/^[^\s@]+@[^\s@]+$/.test(line.emailKey))
    return { en: 'This is not an e-mail address.', ru: 'Это не адрес электронной почты.' };
  if (line.role === undefined)
    return { en: 'The role must be owner, family or tenant.', ru: 'Роль: собственник, семья или арендатор.' };
  return null;
}
