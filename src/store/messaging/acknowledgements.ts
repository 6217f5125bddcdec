import type { Db } from '../../base/db/connect.ts';

/** Acknowledged for every plot of the account in the settlement; returns how many there are. */
export async function acknowledgeNotice(
  db: Db,
  notice: { articleId: string; settlementId: string; accountId: string; at: Date },
): Promise<number> {
  const rows = await db`
    insert into announcement_acknowledgement as k (article_id, parcel_id, acknowledged_at)
    select ${notice.articleId}, p.id, ${notice.at}
      from membership m join parcel p on p.id = m.parcel_id
     where m.account_id = ${notice.accountId} and m.state = 'confirmed' and p.settlement_id = ${notice.settlementId}
     order by p.id
    on conflict (article_id, parcel_id) do update set acknowledged_at = k.acknowledged_at
    returning 1`;
  return rows.length;
}

export interface OpenNotice {
  /** Slug of its settlement. */
  settlement: string;
  slug: string;
  title: string;
}

/** Where it has not been acknowledged, an urgent notice stands above every page for so many days. */
const openDays = 14;

/** Urgent notices that nobody on one of the plots of account `a` has acknowledged, newest first: a JSON array. */
export function openNotices(db: Db, now: Date) {
  return db`
    (select coalesce(json_agg(json_build_object('settlement', n.settlement, 'slug', n.slug, 'title', n.title) order by n.id desc), '[]')
       from (select distinct s.slug as settlement, t.slug, t.title, t.id
               from membership m join parcel p on p.id = m.parcel_id
               join settlement s on s.id = p.settlement_id
               join announcement_event e on e.settlement_id = s.id and e.is_urgent and e.round = 0
                and e.happened_at > ${now}::timestamptz - make_interval(days => ${openDays})
               join article t on t.id = e.article_id and t.is_urgent and t.status = 'published' and t.visibility <> 'private'
              where m.account_id = a.id and m.state = 'confirmed'
                and not exists (select 1 from announcement_acknowledgement k where k.article_id = t.id and k.parcel_id = p.id)
              order by t.id desc limit 3) n)`;
}

/** Whether the account belongs to a plot of the settlement, and none of its plots waits for an answer to this notice. */
export async function findAcknowledgement(
  db: Db,
  notice: { articleId: string; settlementId: string; accountId: string },
): Promise<{ isMember: boolean; isDone: boolean }> {
  const [row] = await db<{ isMember: boolean; isDone: boolean }[]>`
    select count(*) > 0 as "isMember", count(*) = count(k.parcel_id) as "isDone"
      from membership m join parcel p on p.id = m.parcel_id
      left join announcement_acknowledgement k on k.article_id = ${notice.articleId} and k.parcel_id = p.id
     where m.account_id = ${notice.accountId} and m.state = 'confirmed' and p.settlement_id = ${notice.settlementId}`;
  return row ?? { isMember: false, isDone: false };
}

/** First key of the two-key advisory lock; the second is derived from the settlement. */
const urgentLockKey = 7201512;

/** Urgent tellings in the settlement since then, until the transaction ends one at a time; repetitions do not count. */
export async function countUrgentTellings(db: Db, settlementId: string, since: Date): Promise<number> {
  await db`select pg_advisory_xact_lock(${urgentLockKey}::integer, hashint8(${settlementId}::bigint))`;
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from announcement_event
     where settlement_id = ${settlementId} and is_urgent and round = 0 and happened_at > ${since}`;
  return row?.count ?? 0;
}

export interface NoticeOfEvent {
  articleId: string;
  settlementId: string;
  settlementName: string;
  title: string;
  body: string;
  isOpen: boolean;
}

/** The notice that a letter was about; not open: removed from sight, or no longer urgent. */
export async function findNoticeOfEvent(db: Db, eventId: string): Promise<NoticeOfEvent | undefined> {
  const [row] = await db<NoticeOfEvent[]>`
    select a.id as "articleId", s.id as "settlementId", s.name as "settlementName", a.title, a.body,
           a.is_urgent and a.status = 'published' and a.visibility <> 'private' as "isOpen"
      from announcement_event e join article a on a.id = e.article_id join settlement s on s.id = a.settlement_id
     where e.event_id = ${eventId}`;
  return row;
}
