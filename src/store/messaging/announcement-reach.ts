import type { Db } from '../../base/db/connect.ts';
import type { Visibility } from '../../domain/rules/settlement-role.ts';
import { selectReaderAccounts } from './announcements.ts';
import { recipientColumns } from './notification-writes.ts';

/** Plots of confirmed membership of these accounts, per event. */
const selectHouseholds = (db: Db, accountIds: readonly string[]) => db`
  select e.event_id, m.parcel_id
    from announcement_event e
    join parcel p on p.settlement_id = e.settlement_id
    join membership m on m.parcel_id = p.id and m.state = 'confirmed'
   where m.account_id = any(${accountIds as string[]}::bigint[])`;

/** A household counts as notified when one member is. Members without any enabled channel get a row without times. */
export async function recordNotifiedHouseholds(
  db: Db,
  eventId: string,
  accounts: { all: readonly string[]; rung: readonly string[]; author: readonly string[] },
  at: Date,
): Promise<void> {
  const { all, rung, author } = accounts;
  if (all.length === 0) return;
  await db`
    insert into announcement_household as h (event_id, parcel_id, site_at, read_at)
    select e.event_id, m.parcel_id,
           case when bool_or(m.account_id = any(${[...rung, ...author]}::bigint[])) then ${at}::timestamptz end,
           case when bool_or(m.account_id = any(${author as string[]}::bigint[])) then ${at}::timestamptz end
      from announcement_event e
      join parcel p on p.settlement_id = e.settlement_id
      join membership m on m.parcel_id = p.id and m.state = 'confirmed'
     where e.event_id = ${eventId} and m.account_id = any(${all as string[]}::bigint[])
     group by e.event_id, m.parcel_id order by m.parcel_id
    on conflict (event_id, parcel_id) do update
      set site_at = coalesce(h.site_at, excluded.site_at), read_at = coalesce(h.read_at, excluded.read_at)`;
}

/** Marks households as having read: the account read the notifications of these events. */
export async function markHouseholdsReadByEvents(
  db: Db,
  accountId: string,
  eventIds: readonly string[],
  at: Date,
): Promise<void> {
  await db`
    update announcement_household h set read_at = ${at}
      from (${selectHouseholds(db, [accountId])} and e.event_id = any(${eventIds as string[]}::bigint[])) seen
     where h.event_id = seen.event_id and h.parcel_id = seen.parcel_id and h.read_at is null`;
}

/** Marks households as having read: these accounts opened the articles. */
export async function markHouseholdsReadByArticles(
  db: Db,
  opened: readonly { articleId: string; accountId: string }[],
  at: Date,
): Promise<void> {
  await db`
    update announcement_household h set read_at = ${at}
      from unnest(${opened.map(({ articleId }) => articleId)}::bigint[],
                  ${opened.map(({ accountId }) => accountId)}::bigint[]) o (article_id, account_id)
      join announcement_event e on e.article_id = o.article_id
      join membership m on m.account_id = o.account_id and m.state = 'confirmed'
     where h.event_id = e.event_id and h.parcel_id = m.parcel_id and h.read_at is null`;
}

export interface AnnouncementReach {
  householdsInAll: number;
  households: number;
  letters: number;
  read: number;
}

/** Counted over plots with at least one confirmed member. */
export async function countAnnouncementReach(
  db: Db,
  settlementId: string,
  articleId: string,
): Promise<AnnouncementReach> {
  const [row] = await db<AnnouncementReach[]>`
    select count(*)::int as "householdsInAll", count(*) filter (where site_at is not null or letter_at is not null)::int as households,
           count(letter_at)::int as letters, count(read_at)::int as read
      from (${selectNotifiedParcels(db, settlementId, articleId)}) plots`;
  return row as AnnouncementReach;
}

export interface NotifiedParcelRow {
  id: string;
  number: string;
  siteAt: Date | null;
  letterAt: Date | null;
  readAt: Date | null;
}

export async function listNotifiedParcels(
  db: Db,
  settlementId: string,
  articleId: string,
  page: { after?: string | undefined; parcelId?: string | undefined; limit: number },
): Promise<NotifiedParcelRow[]> {
  return db<NotifiedParcelRow[]>`
    select p.id, p.number, t.site_at as "siteAt", t.letter_at as "letterAt", t.read_at as "readAt"
      from (${selectNotifiedParcels(db, settlementId, articleId)}) t join parcel p on p.id = t.id
     where true ${page.after === undefined ? db`` : db`and p.id > ${page.after}`}
       ${page.parcelId === undefined ? db`` : db`and p.id = ${page.parcelId}`}
     order by p.id limit ${page.limit}`;
}

const selectNotifiedParcels = (db: Db, settlementId: string, articleId: string) => db`
  select p.id, max(h.site_at) as site_at, max(h.letter_at) as letter_at, max(h.read_at) as read_at
    from parcel p
    left join announcement_household h on h.parcel_id = p.id
         and h.event_id in (select event_id from announcement_event where article_id = ${articleId})
   where p.settlement_id = ${settlementId}
     and exists (select 1 from membership m where m.parcel_id = p.id and m.state = 'confirmed')
   group by p.id`;

export interface ReachEstimate {
  householdsInAll: number;
  households: number;
  people: number;
  letters: number;
}

/** Estimates who would be notified by publishing now, by enabled channels. The author counts as notified. */
export async function estimateAnnouncementReach(
  db: Db,
  article: { settlementId: string; visibility: Visibility; authorId: string; topic: string; key: string },
): Promise<ReachEstimate> {
  const { settlementId } = article;
  const [row] = await db<ReachEstimate[]>`
    with reader as (
      select ${recipientColumns(db, article.topic, article.key)}, a.id = ${article.authorId} as "isAuthor"
        from (select distinct account_id from (${selectReaderAccounts(db, article, '0')}) everybody) r
        join account a on a.id = r.account_id and a.deleted_at is null
        left join notification_preference p on p.account_id = a.id
    ), household as (
      select m.parcel_id, bool_or(r."inApp" or r.mail or r."isAuthor") as is_told
        from parcel pl join membership m on m.parcel_id = pl.id and m.state = 'confirmed'
        left join reader r on r."accountId" = m.account_id
       where pl.settlement_id = ${settlementId} group by m.parcel_id
    )
    select (select count(*)::int from household) as "householdsInAll",
           (select count(*)::int from household where is_told) as households,
           (select count(*)::int from reader where not "isAuthor" and ("inApp" or mail)) as people,
           (select count(*)::int from reader where not "isAuthor" and mail) as letters`;
  return row as ReachEstimate;
}

/** Time of the last notification run; null when there was none. */
export async function findLastNotifiedAt(db: Db, articleId: string): Promise<Date | null> {
  const [row] = await db<{ at: Date | null }[]>`
    select max(happened_at) as at from announcement_event where article_id = ${articleId}`;
  return row?.at ?? null;
}
