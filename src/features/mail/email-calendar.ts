import type { Db } from '../../base/db/connect.ts';
import { fillPath, paths } from '../../base/site/paths.ts';
import { fitCalendar, renderAnnouncements } from '../../domain/rules/event-calendar.ts';
import { renderCalendar } from '../../domain/rules/icalendar.ts';
import { maySee } from '../../domain/rules/settlement-role.ts';
import { listEventsOfEmail } from '../../store/journal/events.ts';
import { findSettlementForAccount } from '../../store/land/settlements.ts';

/**
 * The days that a letter tells of, for the calendar of its reader: as they stand when it leaves, and only what the
 * reader may still see. Null: it tells of none.
 */
export async function renderEmailCalendar(
  db: Db,
  letter: { readonly id: string; readonly accountId: string | null },
  baseUrl: string,
): Promise<string | null> {
  const told = await listEventsOfEmail(db, letter.id);
  const parts: string[] = [];
  const names: string[] = [];
  for (const settlementId of new Set(told.map((each) => each.settlementId))) {
    const place = await findSettlementForAccount(db, settlementId, letter.accountId);
    const events = told.filter(
      (each) =>
        each.settlementId === settlementId && place && maySee(place.settlementRole, each.visibility, false),
    );
    if (place === undefined || events.length === 0) continue;
    names.push(place.name);
    const announcements = fitCalendar(events, 'email').map(({ updatedAt, slug, settlement, ...each }) => ({
      ...each,
      changedAt: updatedAt,
      url: baseUrl + fillPath(paths.article, { settlement, article: slug }),
    }));
    parts.push(renderAnnouncements(announcements, place.timeZone, new URL(baseUrl).hostname));
  }
  return parts.length === 0 ? null : renderCalendar(names.join(', '), parts.join(''));
}
