import type { Permission } from '../kernel/refusal.ts';
import { type SettlementRole, seenVisibilities, type Visibility, visibilities } from './settlement-role.ts';

/** The board moderates in its settlement, moderators of the platform everywhere. */
export function maySeeHidden(settlementRole: SettlementRole, isModerator: boolean): boolean {
  return settlementRole.isEditor || isModerator;
}

export function mayModerate(settlementRole: SettlementRole, isModerator: boolean): Permission {
  return (
    maySeeHidden(settlementRole, isModerator) || {
      en: 'Only the board of the settlement and moderators hide verdicts or restore them.',
      ru: 'Скрывать и возвращать отзывы могут только правление посёлка и модераторы.',
    }
  );
}

/** What a company sees of the verdicts on itself: it has to be able to answer what neighbours read of it. */
const seenBySubject: readonly Visibility[] = visibilities.filter((visibility) => visibility !== 'private');

/** The kinds of verdicts on one subject that the reader sees. */
export function seenReviews(settlementRole: SettlementRole, representsSubject: boolean): Visibility[] {
  const seen = seenVisibilities(settlementRole);
  return visibilities.filter(
    (visibility) => seen.includes(visibility) || (representsSubject && seenBySubject.includes(visibility)),
  );
}

/**
 * A hidden verdict is seen by its author and by those who moderate; another as its visibility says, and by the company
 * it is about unless it is private.
 */
export function maySeeReview(
  verdict: { visibility: Visibility; isHidden: boolean },
  reader: {
    settlementRole: SettlementRole;
    isModerator: boolean;
    isAuthor: boolean;
    representsSubject: boolean;
  },
): boolean {
  if (reader.isAuthor) return true;
  if (verdict.isHidden && !maySeeHidden(reader.settlementRole, reader.isModerator)) return false;
  return seenReviews(reader.settlementRole, reader.representsSubject).includes(verdict.visibility);
}

/** A company hears of a verdict that it can read and could not read before, or that was changed. */
export function isCompanyTold(
  subjectType: 'contact' | 'company',
  verdict: { visibility: Visibility; isHidden: boolean },
): boolean {
  return subjectType === 'company' && !verdict.isHidden && seenBySubject.includes(verdict.visibility);
}

/** Besides those who see it: the company it is about, unless it is private. */
export function maySeeReported(
  verdict: { visibility: Visibility; isHidden: boolean },
  reader: { settlementRole: SettlementRole; isModerator: boolean; representsSubject: boolean },
): boolean {
  if (maySeeReview(verdict, { ...reader, isAuthor: false })) return true;
  return reader.representsSubject && !verdict.isHidden && verdict.visibility !== 'private';
}

/** Residents grade, and nobody grades the company they speak for. */
export function mayPostReview(who: { isResident: boolean; representsSubject: boolean }): Permission {
  if (!who.isResident)
    return {
      en: 'Only a confirmed resident of the settlement may give a medal.',
      ru: 'Медаль может дать только подтверждённый житель посёлка.',
    };
  return (
    !who.representsSubject || {
      en: 'You represent this company, so you cannot give it a medal.',
      ru: 'Вы представляете эту компанию и не можете давать ей медаль.',
    }
  );
}
