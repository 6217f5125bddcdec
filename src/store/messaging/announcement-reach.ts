import type { Db } from '../../base/db/connect.ts';
import type { Visibility } from '../../domain/rules/settlement-role.ts';
import { selectReaderAccounts } from './announcements.ts';
import { recipientColumns } from './notification-writes.ts';

type Fragment = ReturnType<Db>;

/** Plots of confirmed membership of these accounts, per event. */
const selectHouseholds = (db: Db, accountIds: readonly string[]) => db`
  select e.event_id, m.parcel_id
    from announcement_event e
    join parcel p on p.settlement_id = e.settlement_id
    join membership m on m.parcel_id = p.id and m.state = 'confirmed'
   where m.account_id = any(${accountIds as string[]}::bigint[])`;

/** Before its households: letters that are sent meanwhile lock in this order, too. */
export async function countNotifiedPeople(
  db: Db,
  eventId: string,
  { people, letters }: { people: number; letters: number },
): Promise<void> {
  await db`
    update announcement_event set people = coalesce(people, 0) + ${people}, letters = coalesce(letters, 0) + ${letters}
     where event_id = ${eventId}`;
}

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

/** Remembered for the accounts themselves. */
export async function recordOpenedAnnouncements(
  db: Db,
  opened: readonly { articleId: string; accountId: string }[],
  at: Date,
): Promise<void> {
  await db`
    insert into announcement_opened (account_id, article_id, opened_at)
    select o.account_id, a.id, ${at}
      from unnest(${opened.map(({ articleId }) => articleId)}::bigint[],
                  ${opened.map(({ accountId }) => accountId)}::bigint[]) o (article_id, account_id)
      join article a on a.id = o.article_id
     order by 1, 2
    on conflict do nothing`;
}

export interface AnnouncementReach {
  /** Its readers are being told at this moment. */
  sending: boolean;
  householdsInAll: number;
  households: number;
  nobody: number;
  people: number | null;
  lettersInAll: number;
  letters: number;
  letterHouseholds: number;
  pushes: number;
  doors: number;
  read: number;
  acknowledged: number;
}

/** Counted over the plots of the settlement where people live; letters over all times that it was told. */
export const selectAnnouncementReach = (db: Db, settlementId: Fragment, articleId: Fragment) => db`
  select households.*, events.*
    from (select count(*)::int as "householdsInAll", count(*) filter (where is_told)::int as households,
                 count(*) filter (where not has_members and not is_told)::int as nobody, count(letter_at)::int as "letterHouseholds",
                 count(push_at)::int as pushes, count(door_at)::int as doors, count(read_at)::int as read, count(acknowledged_at)::int as acknowledged
            from (${selectPlotsWithDelivery(db, settlementId, articleId)}) plots) households,
         (select coalesce(bool_or(exists (select 1 from announcement_delivery d where d.event_id = e.event_id)), false) as sending,
                 max(people) as people, coalesce(sum(coalesce(letters, letters_sent)), 0)::int as "lettersInAll",
                 coalesce(sum(letters_sent), 0)::int as letters
            from announcement_event e where e.article_id = ${articleId}) events`;

export interface NotifiedParcelRow {
  id: string;
  number: string;
  /** Nobody is confirmed there, and nobody was told. */
  isNobody: boolean;
  siteAt: Date | null;
  letterAt: Date | null;
  pushAt: Date | null;
  /** Told at the door, and by whom. */
  doorAt: Date | null;
  doorBy: string | null;
  readAt: Date | null;
  acknowledgedAt: Date | null;
}

/** All plots, the most in need of a visit first: not told, told, read, acknowledged; then as they were made. */
export async function listNotifiedParcels(
  db: Db,
  settlementId: string,
  articleId: string,
  page: {
    after?: { need: string; id: string } | undefined;
    parcelId?: string | undefined;
    limit: number;
  },
): Promise<(NotifiedParcelRow & { need: number })[]> {
  const { after, parcelId } = page;
  return db<(NotifiedParcelRow & { need: number })[]>`
    select t.id, t.number, not t.has_members and not t.is_told as "isNobody", t.site_at as "siteAt", t.letter_at as "letterAt",
           t.push_at as "pushAt", t.door_at as "doorAt", t.door_by as "doorBy", t.read_at as "readAt",
           t.acknowledged_at as "acknowledgedAt", t.need
      from (select plots.*, case when acknowledged_at is not null then 3 when read_at is not null then 2
                                 when is_told then 1 else 0 end as need
              from (${selectPlotsWithDelivery(db, db`${settlementId}`, db`${articleId}`)}) plots) t
     where true ${after === undefined ? db`` : db`and (t.need, t.id) > (${after.need}::int, ${after.id}::bigint)`}
       ${parcelId === undefined ? db`` : db`and t.id = ${parcelId}`}
     order by t.need, t.id limit ${page.limit}`;
}

const selectPlotsWithDelivery = (db: Db, settlementId: Fragment, articleId: Fragment) => db`
  select p.id, p.number, told.*, k.acknowledged_at, v.visited_at as door_at, visitor.display_name as door_by,
         told.site_at is not null or told.letter_at is not null or told.push_at is not null
           or k.acknowledged_at is not null or v.visited_at is not null as is_told,
         exists (select 1 from membership m where m.parcel_id = p.id and m.state = 'confirmed') as has_members
    from parcel p
    left join announcement_acknowledgement k on k.article_id = ${articleId} and k.parcel_id = p.id
    left join announcement_visit v on v.article_id = ${articleId} and v.parcel_id = p.id and v.outcome = 'told'
    left join account visitor on visitor.id = v.visited_by
    left join lateral (
      select max(h.site_at) as site_at, max(h.letter_at) as letter_at, max(h.push_at) as push_at, max(h.read_at) as read_at
        from announcement_event e join announcement_household h on h.event_id = e.event_id
       where e.article_id = ${articleId} and h.parcel_id = p.id) told on true
   where p.settlement_id = ${settlementId} and p.kind = 'dwelling'`;

export interface ReachEstimate {
  householdsInAll: number;
  households: number;
  nobody: number;
  people: number;
  letters: number;
}

/** Estimates who would be notified by publishing now, by enabled channels. The author counts as notified. */
export async function estimateAnnouncementReach(
  db: Db,
  article: {
    settlementId: string;
    visibility: Visibility;
    authorId: string;
    topic: string;
    key: string;
    /** Whether letters reach a mail server. */
    sendsEmail: boolean;
  },
): Promise<ReachEstimate> {
  const { settlementId, sendsEmail } = article;
  const [row] = await db<ReachEstimate[]>`
    with reader as (
      select r."accountId", r."inApp" or r.push as "inApp", r.mail and ${sendsEmail} as mail, r."accountId" = ${article.authorId} as "isAuthor"
        from (select ${recipientColumns(db, article.topic, article.key)}
                from (select distinct account_id from (${selectReaderAccounts(db, article, '0')}) everybody) reads
                join account a on a.id = reads.account_id and a.deleted_at is null
                left join notification_preference p on p.account_id = a.id) r
    ), household as (
      select pl.id, count(m.id) as members, coalesce(bool_or(r."inApp" or r.mail or r."isAuthor"), false) as is_told
        from parcel pl left join membership m on m.parcel_id = pl.id and m.state = 'confirmed'
        left join reader r on r."accountId" = m.account_id
       where pl.settlement_id = ${settlementId} and pl.kind = 'dwelling' group by pl.id
    )
    select (select count(*)::int from household) as "householdsInAll",
           (select count(*)::int from household where is_told) as households,
           (select count(*)::int from household where members = 0) as nobody,
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
