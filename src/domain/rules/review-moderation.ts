import type { Permission } from '../kernel/refusal.ts';
import {
  listReadableVisibilities,
  type SettlementRole,
  type Visibility,
  visibilities,
} from './settlement-role.ts';

/** The board and its auditor in their settlement, moderators of the platform everywhere. */
export function maySeeHiddenReviews(settlementRole: SettlementRole, isModerator: boolean): boolean {
  return settlementRole.readsAsBoard || isModerator;
}

/** The board moderates in its settlement, moderators of the platform everywhere. */
export function mayModerateReviews(settlementRole: SettlementRole, isModerator: boolean): Permission {
  return (
    settlementRole.isEditor ||
    isModerator || {
      en: 'Only the board of the village and moderators hide reviews or restore them.',
      ru: 'Скрывать и возвращать отзывы могут только правление посёлка и модераторы.',
    }
  );
}

/** Nobody decides about their own review, nor about one of the company that they speak for or that they reported. */
export function mayDecideOnReview(isParty: boolean): Permission {
  return (
    !isParty || {
      en: 'You wrote this review, reported it, or it is about your company: somebody else decides.',
      ru: 'Этот отзыв написали вы, на него пожаловались вы или он о вашей компании: решает кто-то другой.',
    }
  );
}

/** Reviews of itself that a company sees: all that neighbours read, so that it can answer. */
const readableBySubject: readonly Visibility[] = visibilities.filter(
  (visibility) => visibility !== 'private',
);

/** Visibilities of reviews of one subject that the reader may see. */
export function listReadableReviewVisibilities(
  settlementRole: SettlementRole,
  representsSubject: boolean,
): Visibility[] {
  const seen = listReadableVisibilities(settlementRole);
  return visibilities.filter(
    (visibility) =>
      seen.includes(visibility) || (representsSubject && readableBySubject.includes(visibility)),
  );
}

/**
 * A hidden review is visible to its author and to moderators; others by their visibility, and to the reviewed company
 * unless private.
 */
export function maySeeReview(
  review: { visibility: Visibility; isHidden: boolean },
  reader: {
    settlementRole: SettlementRole;
    isModerator: boolean;
    isAuthor: boolean;
    representsSubject: boolean;
  },
): boolean {
  if (reader.isAuthor) return true;
  if (review.isHidden && !maySeeHiddenReviews(reader.settlementRole, reader.isModerator)) return false;
  return listReadableReviewVisibilities(reader.settlementRole, reader.representsSubject).includes(
    review.visibility,
  );
}

/** A company is notified of a review that it can read: a new, changed or newly visible one. */
export function isCompanyNotified(
  subjectType: 'contact' | 'company',
  review: { visibility: Visibility; isHidden: boolean },
): boolean {
  return subjectType === 'company' && !review.isHidden && readableBySubject.includes(review.visibility);
}

/**
 * Whether the reader may see the review they report: those who see it, and the reviewed company unless it is private.
 */
export function maySeeReportedReview(
  review: { visibility: Visibility; isHidden: boolean },
  reader: { settlementRole: SettlementRole; isModerator: boolean; representsSubject: boolean },
): boolean {
  if (maySeeReview(review, { ...reader, isAuthor: false })) return true;
  return reader.representsSubject && !review.isHidden && review.visibility !== 'private';
}

/** Only residents review, and nobody reviews a company they represent. */
export function mayPostReview(who: { isResident: boolean; representsSubject: boolean }): Permission {
  if (!who.isResident)
    return {
      en: 'Only a confirmed resident of the village may give a medal.',
      ru: 'Медаль может дать только подтверждённый житель посёлка.',
    };
  return (
    !who.representsSubject || {
      en: 'You represent this company, so you cannot give it a medal.',
      ru: 'Вы представляете эту компанию и не можете давать ей медаль.',
    }
  );
}
