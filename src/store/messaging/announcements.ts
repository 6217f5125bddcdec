import type { Db } from '../../base/db/connect.ts';
import type { Visibility } from '../../domain/rules/settlement-role.ts';
import { type Recipient, recipientColumns } from './notification-writes.ts';

export interface AnnouncementDelivery {
  eventId: string;
  authorId: string;
  toldUpTo: string;
  happenedAt: Date;
  articleId: string;
  isUrgent: boolean;
  /** 0: the telling itself; otherwise it is repeated to those who have not acknowledged it. */
  round: number;
  /** The current article: accounts that may not read it any more are not notified. */
  article: {
    settlementId: string;
    slug: string;
    title: string;
    visibility: Visibility;
    isPublished: boolean;
    isUrgent: boolean;
    /** Its day was changed after it was published. */
    isChanged: boolean;
    isCancelled: boolean;
  };
}

export interface NewAnnouncementDelivery {
  eventId: string;
  articleId: string;
  settlementId: string;
  authorId: string;
  /** When it is told, of a repetition in the future. */
  happenedAt: Date;
  isUrgent: boolean;
  round: number;
}

export async function insertAnnouncementDelivery(db: Db, delivery: NewAnnouncementDelivery): Promise<void> {
  if (delivery.round === 0) await insertAnnouncementEvent(db, delivery);
  await db`
    insert into announcement_delivery (event_id, article_id, author_id, happened_at, is_urgent, round)
    values (${delivery.eventId}, ${delivery.articleId}, ${delivery.authorId}, ${delivery.happenedAt}, ${delivery.isUrgent},
            ${delivery.round})`;
}

/** A repetition is an event only once it takes place. */
export async function insertAnnouncementEvent(
  db: Db,
  event: Omit<NewAnnouncementDelivery, 'authorId'>,
): Promise<void> {
  await db`
    insert into announcement_event (event_id, article_id, settlement_id, happened_at, is_urgent, round)
    values (${event.eventId}, ${event.articleId}, ${event.settlementId}, ${event.happenedAt}, ${event.isUrgent}, ${event.round})
    on conflict (event_id) do nothing`;
}

/** Before it is told anew: what was acknowledged, and was still to be repeated, belongs to the former telling. */
export async function forgetUrgentDelivery(db: Db, articleId: string): Promise<void> {
  await db`delete from announcement_delivery where article_id = ${articleId} and round > 0`;
  await db`delete from announcement_acknowledgement where article_id = ${articleId}`;
}

/** Locks the oldest due delivery that no other instance is working on. */
export async function lockAnnouncementDelivery(db: Db, now: Date): Promise<AnnouncementDelivery | undefined> {
  const [row] = await db<AnnouncementDelivery[]>`
    select d.event_id as "eventId", d.author_id as "authorId", d.told_up_to as "toldUpTo", d.happened_at as "happenedAt",
           d.article_id as "articleId", d.is_urgent as "isUrgent", d.round,
           json_build_object('settlementId', a.settlement_id::text, 'slug', a.slug, 'title', a.title,
                             'visibility', a.visibility, 'isPublished', a.status = 'published', 'isUrgent', a.is_urgent,
                             'isChanged', coalesce((a.event->>'changed_at')::timestamptz > a.published_at, false),
                             'isCancelled', coalesce((a.event->>'cancelled')::boolean, false)) as article
      from announcement_delivery d join article a on a.id = d.article_id
     where d.happened_at <= ${now}
     order by d.happened_at, d.event_id limit 1 for update of d skip locked`;
  return row;
}

/** Excluded accounts are part of the page, so that its length shows whether there are more. */
export interface AnnouncementRecipient extends Recipient {
  isLeftOut: boolean;
}

/** Next page of recipients, ordered by account; a public article goes only to accounts related to the settlement. */
export async function listAnnouncementRecipients(
  db: Db,
  wanted: {
    settlementId: string;
    visibility: Visibility;
    topic: string;
    key: string;
    after: string;
    /** The author is not notified. */
    except: string;
    /** Only members of plots where nobody has acknowledged this article. */
    unacknowledged?: string;
    limit: number;
  },
): Promise<AnnouncementRecipient[]> {
  const { after, unacknowledged } = wanted;
  const isDone =
    unacknowledged === undefined
      ? db`false`
      : db`not exists (
             select 1 from membership m join parcel pl on pl.id = m.parcel_id
              where m.account_id = a.id and m.state = 'confirmed' and pl.settlement_id = ${wanted.settlementId}
                and not exists (select 1 from announcement_acknowledgement k
                                 where k.article_id = ${unacknowledged} and k.parcel_id = pl.id))`;
  return db<AnnouncementRecipient[]>`
    select ${recipientColumns(db, wanted.topic, wanted.key)},
           a.deleted_at is not null or a.id = ${wanted.except} or ${isDone} as "isLeftOut"
      from (select distinct account_id from (${selectReaderAccounts(db, wanted, after)}) everybody where account_id > ${after} order by account_id limit ${wanted.limit}) reader
      join account a on a.id = reader.account_id left join notification_preference p on p.account_id = a.id
     order by a.id`;
}

/** Accounts related to the settlement that may read the article; may contain duplicates. */
export function selectReaderAccounts(
  db: Db,
  article: { settlementId: string; visibility: Visibility },
  after: string,
) {
  const { settlementId, visibility } = article;
  const withResidents = visibility !== 'private';
  const withTied = visibility === 'settlement' || visibility === 'public';
  return db`
    select account_id from settlement_role
     where settlement_id = ${settlementId} ${withTied ? db`` : db`and role = 'editor'`}
    ${
      withResidents
        ? db`union all
    select m.account_id from membership m join parcel pl on pl.id = m.parcel_id
     where pl.settlement_id = ${settlementId} and m.account_id > ${after}
       and ${withTied ? db`m.state <> 'ended'` : db`m.state = 'confirmed'`}`
        : db``
    }
    ${
      withTied
        ? db`union all
    select r.account_id from company_representative r join company_settlement cs on cs.company_id = r.company_id
      join company f on f.id = r.company_id and f.state = 'verified'
     where cs.settlement_id = ${settlementId} and r.state = 'confirmed'`
        : db``
    }`;
}

export async function saveAnnouncementProgress(db: Db, eventId: string, toldUpTo: string): Promise<void> {
  await db`update announcement_delivery set told_up_to = ${toldUpTo} where event_id = ${eventId}`;
}

export async function deleteAnnouncementDelivery(db: Db, eventId: string): Promise<void> {
  await db`delete from announcement_delivery where event_id = ${eventId}`;
}
