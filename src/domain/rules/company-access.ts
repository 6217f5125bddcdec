import type { Permission } from '../kernel/refusal.ts';

export type RepresentativeState = 'claimed' | 'confirmed' | 'ended';

/**
 * The first claimant of a company that never had representatives is confirmed at once; later ones wait for a
 * moderator.
 */
export function decideRepresentation(
  own: RepresentativeState | null,
  hasHadRepresentatives: boolean,
): 'claimed' | 'confirmed' {
  if (own === 'confirmed') return 'confirmed';
  return hasHadRepresentatives ? 'claimed' : 'confirmed';
}

/** True for an undecided claim and for an unverified company. */
export function waitsForModerators(
  representation: 'claimed' | 'confirmed',
  company: { isVerified: boolean },
): boolean {
  return representation === 'claimed' || !company.isVerified;
}

export function mayEditCompany(who: { isModerator: boolean; own: RepresentativeState | null }): Permission {
  return (
    who.isModerator ||
    who.own === 'confirmed' || {
      en: 'Only a confirmed representative of the company or a moderator may do this.',
      ru: 'Это может сделать только подтверждённый представитель компании или модератор.',
    }
  );
}

export function mayVerifyCompany(who: { isModerator: boolean }): Permission {
  return (
    who.isModerator || {
      en: 'Only a moderator verifies companies and decides on their representatives.',
      ru: 'Проверяет компании и решает об их представителях только модератор.',
    }
  );
}
