import type { z } from 'zod';
import { list_reviews } from '../../../features/operations/review/list_reviews.ts';
import { list_settlements } from '../../../features/operations/settlement/list_settlements.ts';
import type { VisitorCall } from '../server/visitor-calls.ts';

export type OwnReview = z.output<typeof list_reviews.output>['reviews'][number];

/** Reviews of the own company in all settlements, newest first. */
export async function loadOwnReviews(
  call: VisitorCall,
  company: string,
  more: { review?: string; cursor?: string } = {},
): Promise<{ reviews: OwnReview[]; cursor: string | null }> {
  // The path needs some settlement; without a subject the list covers all of them.
  const { settlements } = await call(list_settlements, { limit: '1' });
  if (settlements[0] === undefined) return { reviews: [], cursor: null };
  const { reviews, cursor } = await call(list_reviews, { settlement: settlements[0].id, ...more });
  return { reviews: reviews.filter(({ subject_id }) => subject_id === company), cursor };
}
