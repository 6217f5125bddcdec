import type { z } from 'zod';
import type { Db } from '../../../base/db/connect.ts';
import { slicePage } from '../../../domain/kernel/cursor.ts';
import { listReadableReviewVisibilities } from '../../../domain/rules/review-moderation.ts';
import type { MediaUrlSigner } from '../../../engines/media/signed-media-path.ts';
import { listReviewsForModeration } from '../../../store/directory/review-list.ts';
import type { Reader } from '../../../store/visibility/visibility.ts';
import { type listedReview, showReviewWithSubject } from './shapes.ts';

/** Reviews of a whole settlement for those who moderate, with the number of open reports. */
export async function listSettlementReviews(
  { db, services, at }: { db: Db; services: MediaUrlSigner; at: Date },
  view: Reader,
  {
    limit,
    ...filter
  }: { reportedOnly: boolean; only: string | undefined; before: string | undefined; limit: number },
): Promise<{ reviews: z.input<typeof listedReview>[]; cursor: string | null }> {
  const visibilities = listReadableReviewVisibilities(view.settlementRole, false);
  const rows = await listReviewsForModeration(db, view, { ...filter, visibilities });
  const { page, cursor } = slicePage(rows, limit, (last) => last.id);
  const reviews = page.map((row) => ({
    ...showReviewWithSubject(services, row, { reader: view.accountId, at }),
    reports: row.reports?.count ?? 0,
    ...(row.reports && { report_id: row.reports.oldest }),
  }));
  return { reviews, cursor };
}
