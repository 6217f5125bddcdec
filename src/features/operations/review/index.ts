import { answer_review } from './answer_review.ts';
import { list_reviews } from './list_reviews.ts';
import { moderate_review } from './moderate_review.ts';
import { post_review } from './post_review.ts';
import { withdraw_review } from './withdraw_review.ts';

export const reviewOperations = [
  answer_review,
  list_reviews,
  moderate_review,
  post_review,
  withdraw_review,
] as const;
