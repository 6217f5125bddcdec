import type { Permission } from '../kernel/refusal.ts';

/** How an account stands to one settlement. */
export interface Standing {
  /** On the board. */
  readonly isEditor: boolean;
  /** A confirmed membership on one of its plots. */
  readonly isResident: boolean;
  /** Anything that ties the account to it: a claim, the developer's staff, a company that serves it. */
  readonly isTied: boolean;
}

export const stranger: Standing = { isEditor: false, isResident: false, isTied: false };

export const visibilities = ['private', 'residents', 'settlement', 'public'] as const;
export type Visibility = (typeof visibilities)[number];

/** Fewer people see it, or the same. */
export function isNarrower(to: Visibility, from: Visibility): boolean {
  return visibilities.indexOf(to) <= visibilities.indexOf(from);
}

/** The visibilities somebody of this standing sees. What one wrote oneself one sees besides. */
export function seenVisibilities(standing: Standing): Visibility[] {
  if (standing.isEditor) return [...visibilities];
  if (standing.isResident) return ['residents', 'settlement', 'public'];
  return standing.isTied ? ['settlement', 'public'] : ['public'];
}

export function maySee(standing: Standing, visibility: Visibility, isAuthor: boolean): boolean {
  return isAuthor || seenVisibilities(standing).includes(visibility);
}

export function mayEditSettlement(standing: Standing): Permission {
  return (
    standing.isEditor || {
      en: 'Only the board of the settlement may do this.',
      ru: 'Это может сделать только правление посёлка.',
    }
  );
}

export function mayActAsResident(standing: Standing): Permission {
  return (
    standing.isResident || {
      en: 'Only a confirmed resident of the settlement may do this.',
      ru: 'Это может сделать только подтверждённый житель посёлка.',
    }
  );
}
