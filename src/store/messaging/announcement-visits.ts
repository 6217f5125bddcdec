import type { Db } from '../../base/db/connect.ts';
import type { VisitOutcome } from '../../domain/rules/announcement-visits.ts';

export interface VisitRow {
  outcome: VisitOutcome;
  /** Who went there. */
  by: string;
  at: Date;
}

/** Of one plot, with the announcement that was told there; undefined: nobody has been there. */
export async function lockVisit(
  db: Db,
  articleId: string,
  parcelId: string,
): Promise<Pick<VisitRow, 'outcome' | 'at'> | undefined> {
  // Locked by its plot, because the first visit has no row to lock.
  await db`select 1 from parcel where id = ${parcelId} for no key update`;
  const [row] = await db<Pick<VisitRow, 'outcome' | 'at'>[]>`
    select outcome, visited_at as at from announcement_visit where article_id = ${articleId} and parcel_id = ${parcelId}`;
  return row;
}

export async function saveVisit(
  db: Db,
  visit: { articleId: string; parcelId: string; outcome: VisitOutcome; by: string; at: Date },
): Promise<void> {
  await db`
    insert into announcement_visit (article_id, parcel_id, outcome, visited_by, visited_at)
    values (${visit.articleId}, ${visit.parcelId}, ${visit.outcome}, ${visit.by}, ${visit.at})
    on conflict (article_id, parcel_id) do update
      set outcome = excluded.outcome, visited_by = excluded.visited_by, visited_at = excluded.visited_at`;
}

export async function deleteVisit(db: Db, articleId: string, parcelId: string): Promise<void> {
  await db`delete from announcement_visit where article_id = ${articleId} and parcel_id = ${parcelId}`;
}

/** A dwelling of the settlement by its identifier: only those are counted as households. */
export async function isHousehold(db: Db, settlementId: string, parcelId: string): Promise<boolean> {
  const rows = await db`
    select 1 from parcel where id = ${parcelId} and settlement_id = ${settlementId} and kind = 'dwelling'`;
  return rows.length > 0;
}
