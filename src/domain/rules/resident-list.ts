import type { Text } from '../../base/i18n/text.ts';
import type { ListedLine } from '../kernel/ports.ts';
import type { ResidentRole } from './residency.ts';

export interface ListEntry {
  numberKey: string;
  emailKey: string;
  name: string;
  role: ResidentRole;
}

/** An entry that stands already. */
export interface KnownEntry extends ListEntry {
  listedAt: Date;
}

/** What became on a plot of whoever has an address or had it before. */
export interface AddressHistory {
  /** One of them is confirmed there. */
  isRecorded: boolean;
  /** When one of them was last let go from there, or left. */
  endedAt: Date | null;
}

/** Somebody who waits, by what a list would vouch for them with. */
export interface WaitingClaim extends AddressHistory {
  id: string;
  name: string;
  plotNumber: string;
  numberKey: string;
  emailKey: string;
}

export const lineOutcomes = ['added', 'changed', 'same', 'repeated', 'refused'] as const;
export type LineOutcome = (typeof lineOutcomes)[number];

export interface ResidentPlan {
  lines: (ListedLine & { outcome: LineOutcome; reason?: Text })[];
  /** What is written: everybody added or changed, once. */
  entries: ListEntry[];
  /** Who is recorded at once, and as what. */
  claims: (WaitingClaim & { role: ResidentRole })[];
}

/**
 * An address on the list confirms once: not a second account that took it over, and nobody who was let go since it was
 * listed. `listedAt` null: it is being listed now.
 */
export function isVouchedFor(listedAt: Date | null, { isRecorded, endedAt }: AddressHistory): boolean {
  return !isRecorded && (listedAt === null || endedAt === null || listedAt > endedAt);
}

const keyOf = ({ numberKey, emailKey }: Pick<ListEntry, 'numberKey' | 'emailKey'>) =>
  `${numberKey}\n${emailKey}`;

/** What taking a list in would do, line by line. Nobody is taken off; of a person listed twice the last line counts. */
export function planResidentList(
  lines: readonly ListedLine[],
  present: {
    plots: ReadonlySet<string>;
    listed: readonly KnownEntry[];
    claims: readonly WaitingClaim[];
  },
): ResidentPlan {
  const listed = new Map(present.listed.map((entry) => [keyOf(entry), entry]));
  const keys = lines.map(keyOf);
  const last = new Map(keys.map((key, place) => [key, place]));
  const planned = lines.map((line, place) => {
    const key = keys[place] as string;
    const reason = findFault(line, present.plots);
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
  const after = new Map<string, ListEntry>(listed);
  for (const entry of entries) after.set(keyOf(entry), entry);
  const claims = present.claims.flatMap((claim) => {
    const entry = after.get(keyOf(claim));
    const isVouched = isVouchedFor(listed.get(keyOf(claim))?.listedAt ?? null, claim);
    return entry && isVouched ? [{ ...claim, role: entry.role }] : [];
  });
  return { lines: planned, entries, claims };
}

function findFault(line: ListedLine, parcels: ReadonlySet<string>): Text | null {
  if (!parcels.has(line.numberKey))
    return { en: 'The settlement has no such plot.', ru: 'Такого участка в посёлке нет.' };
  if (line.emailKey.length > 254 || !/^[^\s@]+@[^\s@]+$/.test(line.emailKey))
    return { en: 'This is not an e-mail address.', ru: 'Это не адрес электронной почты.' };
  if (line.role === undefined)
    return { en: 'The role must be owner, family or tenant.', ru: 'Роль: собственник, семья или арендатор.' };
  return null;
}
