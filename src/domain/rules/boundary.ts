import type { Text } from '../../base/i18n/text.ts';
import type { Permission } from '../kernel/refusal.ts';
import { mayEditSettlement, mayReadAsBoard, type SettlementRole } from './settlement-role.ts';

/** The board draws the boundary of its own settlement, moderators any. */
/** Files of land that were sent, and what became of them. */
export function maySeeLandImports(settlementRole: SettlementRole, isModerator: boolean): Permission {
  return isModerator || mayReadAsBoard(settlementRole);
}

export function mayDrawBoundary(settlementRole: SettlementRole, isModerator: boolean): Permission {
  return isModerator || mayEditSettlement(settlementRole);
}

/** A listed parcel: the settlement it belongs to, if any. */
export interface ListedParcel {
  settlementId: string | null;
}

export interface ListError {
  field: string;
  text: Text;
}

/** The first error in the two lists, with its field path; null when they are valid. */
export function findListError(
  lists: { parcels: readonly string[]; exclude: readonly string[] },
  known: ReadonlyMap<string, ListedParcel>,
  settlementId: string,
): ListError | null {
  const taken = new Set(lists.parcels);
  for (const list of ['parcels', 'exclude'] as const) {
    const seen = new Set<string>();
    for (const [index, id] of lists[list].entries()) {
      const text =
        findParcelError(id, seen, known, settlementId) ??
        (list === 'exclude' && taken.has(id) ? inBoth(id) : null);
      if (text !== null) return { field: `${list}.${index}`, text };
      seen.add(id);
    }
  }
  return null;
}

function findParcelError(
  id: string,
  seen: ReadonlySet<string>,
  known: ReadonlyMap<string, ListedParcel>,
  settlementId: string,
): Text | null {
  if (seen.has(id))
    return {
      en: `Parcel ${id} is named twice. Name it once.`,
      ru: `Участок ${id} назван дважды. Назовите его один раз.`,
    };
  const parcel = known.get(id);
  if (parcel === undefined) return { en: `There is no parcel ${id}.`, ru: `Участка ${id} нет.` };
  if (parcel.settlementId !== null && parcel.settlementId !== settlementId)
    return {
      en: `Parcel ${id} belongs to another village.`,
      ru: `Участок ${id} относится к другому посёлку.`,
    };
  return null;
}

const inBoth = (id: string): Text => ({
  en: `Parcel ${id} is both included and excluded. Leave it in one list.`,
  ru: `Участок ${id} и включён, и исключён. Оставьте его в одном списке.`,
});

/**
 * Which parcels a boundary adds and releases. A parcel without an outline is neither inside nor outside: it moves
 * only when a list names it.
 */
export function decideMoves(
  own: readonly { id: string; centre: unknown }[],
  members: readonly string[],
  exclude: readonly string[],
): { link: string[]; unlink: string[] } {
  const linked = new Set(own.map(({ id }) => id));
  const wanted = new Set(members);
  const cut = new Set(exclude);
  return {
    link: members.filter((id) => !linked.has(id)),
    unlink: own
      .filter(({ id, centre }) => !wanted.has(id) && (centre !== null || cut.has(id)))
      .map(({ id }) => id),
  };
}

/** Land imports: moderators may change land anywhere, a board only its own and unowned land around it. */
export function isImportLimitedToOwnLand({ isModerator }: { isModerator: boolean }): boolean {
  return !isModerator;
}
