import type { Db } from '../../base/db/connect.ts';
import type { EventDay } from '../../domain/rules/event-days.ts';
import {
  listReadableVisibilities,
  type SettlementRole,
  type Visibility,
} from '../../domain/rules/settlement-role.ts';
import { matchesArticle } from './articles.ts';

export interface EventRow {
  id: string;
  slug: string;
  title: string;
  excerpt: string;
  updatedAt: Date;
  event: EventDay;
}

/** Of a letter: with where it takes place. */
export interface ToldEventRow extends EventRow {
  settlementId: string;
  settlement: string;
  timeZone: string;
  visibility: Visibility;
}

/** What a letter tells of that has a day, as it stands now. */
export async function listEventsOfEmail(db: Db, letterId: string): Promise<ToldEventRow[]> {
  return db<ToldEventRow[]>`
    select ${columns(db)}, a.visibility, s.id as "settlementId", s.slug as settlement, s.time_zone as "timeZone"
      from (select distinct e.article_id from letter_announcement la join announcement_event e on e.event_id = la.event_id
             where la.letter_id = ${letterId}) told
      join article a on a.id = told.article_id join settlement s on s.id = a.settlement_id
     where a.event is not null and a.status = 'published'
     order by a.id limit 50`;
}

interface EventReader {
  readonly settlementId: string;
  readonly settlementRole: SettlementRole;
}

const columns = (db: Db) => db`a.id, a.slug, a.title, a.excerpt, a.updated_at as "updatedAt", a.event`;

const isToSee = (db: Db, { settlementRole }: EventReader) => db`
  a.event is not null and a.kind = 'announcement' and a.status = 'published'
  and a.visibility = any(${listReadableVisibilities(settlementRole)}::text[])`;

/** What `listEvents` lists, with other columns of the article `a`. */
export const selectEvents = (
  db: Db,
  reader: EventReader,
  span: { readonly from: Date; readonly until: Date },
  selected: ReturnType<Db>,
  limit: number,
  order: ReturnType<Db> = db`a.event_from, a.id`,
) => db`
  select ${selected} from article a
   where a.settlement_id = ${reader.settlementId} and ${isToSee(db, reader)}
     and a.event_until >= ${span.from} and a.event_from < ${span.until}
   order by ${order} limit ${limit}`;

/** Published announcements that have a day in the span, as far as the reader may see them; the earliest first. */
export async function listEvents(
  db: Db,
  reader: EventReader,
  span: { readonly from: Date; readonly until: Date },
  limit: number,
): Promise<EventRow[]> {
  return db<EventRow[]>`${selectEvents(db, reader, span, columns(db), limit)}`;
}

/** The same, what lies ahead before what is over, and the nearest first. */
export async function listEventsByNearness(
  db: Db,
  reader: EventReader,
  span: { readonly from: Date; readonly until: Date },
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<EventRow[]> {
  const nearest = db`a.event_until < ${now}, abs(extract(epoch from a.event_from - ${now}::timestamptz)), a.id`;
  return db<EventRow[]>`${selectEvents(db, reader, span, columns(db), limit, nearest)}`;
}

export async function findEvent(
  db: Db,
  reader: EventReader,
  reference: string,
): Promise<EventRow | undefined> {
  const [row] = await db<EventRow[]>`
    select ${columns(db)} from article a
     where ${matchesArticle(db, reader.settlementId, reference)} and ${isToSee(db, reader)}`;
  return row;
}
