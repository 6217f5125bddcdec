import { removeInvisible } from '../../base/i18n/invisible-characters.ts';

/** Memberships on a plot of accounts that have, or had, an email address. */
export interface MembershipHistory {
  /** One of them is confirmed there. */
  isRecorded: boolean;
  /** When one of their memberships there last ended. */
  endedAt: Date | null;
}

/** How an account comes to a recorded person: never by a name or a telephone number. */
export type Joining =
  /** A code that the board made for this person. */
  | { by: 'code' }
  /** A board member says that they are the same. */
  | { by: 'editor' }
  /** The board recorded the address that the account has confirmed. `recordedAt` null: it is being recorded now. */
  | ({ by: 'address'; recordedAt: Date | null; hasOwner: boolean } & MembershipHistory);

/**
 * Whether an account joins a record: at once, when the board agrees, or not at all. An address counts for one person:
 * not for a second account that took it over, and for nobody whose membership ended after it was recorded. Where the
 * plot has an owner with an account, the board looks first.
 */
export function decideJoining(
  joining: Joining,
  record: { isOver: boolean; isJoined: boolean },
): 'join' | 'wait' | 'no' {
  if (record.isOver || record.isJoined) return 'no';
  if (joining.by !== 'address') return 'join';
  const { recordedAt, endedAt, isRecorded, hasOwner } = joining;
  if (isRecorded || (recordedAt !== null && endedAt !== null && recordedAt <= endedAt)) return 'no';
  return hasOwner ? 'wait' : 'join';
}

/** Records are told apart by their address, those without one by their name. */
export function isSamePerson(
  one: { name: string; emailKey: string | null },
  other: { name: string; emailKey: string | null },
): boolean {
  if (one.emailKey !== null || other.emailKey !== null) return one.emailKey === other.emailKey;
  return nameKey(one.name) === nameKey(other.name);
}

export const nameKey = (name: string) => cleanName(name).toLowerCase().replaceAll('ё', 'е');

export const cleanName = (name: string) => removeInvisible(name).replaceAll(/\s+/g, ' ').trim();

export const maxPhones = 5;
export const maxNameLength = 200;
export const maxPostalAddressLength = 300;
