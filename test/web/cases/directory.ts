import { paths } from '../../../src/base/site/paths.ts';
import type { PageCases } from './page-case.ts';

export const directoryCases: PageCases = {
  // Nobody reports a review of their own.
  [paths.reportReview]: {
    query: (_, { contact }) => `?type=contact&id=${contact}`,
    statuses: { resident: 404 },
  },
};
