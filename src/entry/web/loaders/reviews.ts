import { list_reviews } from '../../../features/operations/review/list_reviews.ts';
import type { PageRequest } from '../page/page.ts';
import type { Review } from '../ui/review-entry.tsx';
import type { Subject } from './directory-subject.ts';

export interface Reviews {
  readonly all: readonly Review[];
  readonly cursor: string | null;
  readonly own: Review | null;
}

export async function loadReviews(subject: Subject, pageRequest: PageRequest): Promise<Reviews> {
  const { call, text, form } = pageRequest;
  const before = (form === null && text('verdicts')) || null;
  const { reviews, cursor } = await call(list_reviews, { ...toReviewFilter(subject), cursor: before });
  const own = reviews.find(({ is_own }) => is_own) ?? null;
  const isWhole = before === null && cursor === null;
  return {
    all: reviews,
    cursor,
    // Only residents are shown a way to change it.
    own:
      own ?? (isWhole || !subject.membership.isResident ? null : await loadOwnReview(subject, pageRequest)),
  };
}

export async function loadOwnReview(subject: Subject, { call }: PageRequest): Promise<Review | null> {
  const { reviews } = await call(list_reviews, { ...toReviewFilter(subject), mine: 'true' });
  return reviews[0] ?? null;
}

function toReviewFilter({ type, card, settlement }: Subject) {
  // Named as in the path of the page: it is looked up once.
  return { settlement: settlement.slug, subject_type: type, subject_id: card.id };
}
