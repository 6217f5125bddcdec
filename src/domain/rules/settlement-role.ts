import type { SettlementRole } from '../kernel/caller.ts';
import type { Permission } from '../kernel/refusal.ts';

export type { SettlementRole };

export const noSettlementRole: SettlementRole = {
  isEditor: false,
  readsAsBoard: false,
  isResident: false,
  isRelated: false,
};

export const visibilities = ['private', 'residents', 'settlement', 'public'] as const;
export type Visibility = (typeof visibilities)[number];

/** Narrower or equal. */
export function isNarrowerOrEqual(to: Visibility, from: Visibility): boolean {
  return visibilities.indexOf(to) <= visibilities.indexOf(from);
}

/** Whether fewer people may see something than at the visibility that its address was given for. */
export function wasNarrowed(
  { visibility }: { readonly visibility: Visibility },
  address: { readonly visibility?: string | undefined } | undefined,
): boolean {
  return (
    address?.visibility !== undefined && !isNarrowerOrEqual(address.visibility as Visibility, visibility)
  );
}

/** Visibilities readable with this role; authors also see their own. */
export function listReadableVisibilities(settlementRole: SettlementRole): Visibility[] {
  if (settlementRole.isEditor) return [...visibilities];
  if (settlementRole.isResident || settlementRole.readsAsBoard) return ['residents', 'settlement', 'public'];
  return settlementRole.isRelated ? ['settlement', 'public'] : ['public'];
}

export function maySee(settlementRole: SettlementRole, visibility: Visibility, isAuthor: boolean): boolean {
  return isAuthor || listReadableVisibilities(settlementRole).includes(visibility);
}

export function mayEditSettlement(settlementRole: SettlementRole): Permission {
  return (
    settlementRole.isEditor || {
      en: 'Only the board of the village may do this.',
      ru: 'Это может сделать только правление посёлка.',
    }
  );
}

/** The board and its auditor. */
export function mayReadAsBoard(settlementRole: SettlementRole): Permission {
  return settlementRole.readsAsBoard || mayEditSettlement(settlementRole);
}

export function mayActAsResident(settlementRole: SettlementRole): Permission {
  return (
    settlementRole.isResident || {
      en: 'Only a confirmed resident of the village may do this.',
      ru: 'Это может сделать только подтверждённый житель посёлка.',
    }
  );
}
