import type { z } from 'zod';
import type { Db } from '../../../base/db/connect.ts';
import { cutPage } from '../../../domain/kernel/cursor.ts';
import { seenReviews } from '../../../domain/rules/review-moderation.ts';
import type { AddressSigner } from '../../../engines/media/media-path.ts';
import { countOpenReports, listReviewsAcross, reviewsPerPage } from '../../../store/directory/review-list.ts';
import type { Reader } from '../../../store/visibility/visibility.ts';
import { type listedReview, showReviewAcross } from './shapes.ts';

/** Reviews of a whole settlement for those who moderate, with the number of open reports. */
export async function listAcross(
  { db, services, at }: { db: Db; services: AddressSigner; at: Date },
  view: Reader,
  filter: { reportedOnly: boolean; only: string | undefined; before: string | undefined },
): Promise<{ reviews: z.input<typeof listedReview>[]; cursor: string | null }> {
  const visibilities = seenReviews(view.settlementRole, false);
  const rows = await listReviewsAcross(db, view, { ...filter, visibilities });
  const { page, cursor } = cutPage(rows, reviewsPerPage, (last) => last.id);
  const ids = page.map((row) => row.id);
  const reports = await countOpenReports(db, view, ids);
  const reviews = page.map((row) => {
    const found = reports.get(row.id);
    return {
      ...showReviewAcross(services, row, { reader: view.accountId, at }),
      reports: found?.count ?? 0,
      ...(found && { report_id: found.oldest }),
    };
  });
  return { reviews, cursor };
}
