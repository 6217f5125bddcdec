import type { Text } from '../../base/i18n/text.ts';
import type { Permission } from '../kernel/refusal.ts';
import { type CompanyState, isEnded } from './company-states.ts';

export type RepresentativeState = 'claimed' | 'confirmed' | 'ended';

/**
 * The first claimant of a company that never had representatives is confirmed at once; later ones wait for a
 * moderator or for who speaks for it.
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

/** A company that was refused is not shown to others; one that ended is a name with its reviews. */
export function maySeeCompany(
  state: CompanyState,
  who: { isModerator: boolean; own: RepresentativeState | null },
): boolean {
  return state !== 'refused' || who.isModerator || who.own === 'confirmed';
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

/** Whoever speaks for a company takes in those who ask to, and steps down; only a moderator puts others out. */
export function mayDecideRepresentative(
  who: { isModerator: boolean; accountId: string },
  decision: { account_id: string; state: 'confirmed' | 'ended' },
  former: RepresentativeState | null,
): Permission {
  const isSteppingDown = decision.state === 'ended' && decision.account_id === who.accountId;
  const isTakingIn = decision.state === 'confirmed' && former !== 'ended';
  return (
    who.isModerator ||
    isSteppingDown ||
    isTakingIn || {
      en: 'A representative can accept people who ask to join and can step down; only a moderator can remove others.',
      ru: 'Представитель принимает тех, кто просится, и может уйти сам; отстраняет других только модератор.',
    }
  );
}

export const leftToOther = {
  en: 'You speak for this company or ask to: another moderator decides.',
  ru: 'Вы представляете эту компанию или проситесь в представители: решит другой модератор.',
} as const satisfies Text;

export function mayDecideOnCompanies(who: { isModerator: boolean }): Permission {
  return (
    who.isModerator || {
      en: 'Only a moderator decides on companies.',
      ru: 'Решает о компаниях только модератор.',
    }
  );
}

/** The last one who speaks for a company closes it or hands it over. */
export function mayLeaveCompany(others: number, state: CompanyState): Permission {
  return (
    others > 0 ||
    isEnded(state) || {
      en: 'You are its only representative: close the company, or first accept somebody who asks to represent it.',
      ru: 'Вы её единственный представитель: закройте компанию или сначала примите того, кто просится в представители.',
    }
  );
}
