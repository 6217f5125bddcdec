import type { Db } from '../../base/db/connect.ts';

type Fragment = ReturnType<Db>;

/** What is told of announcements; see `notification-texts.ts`. */
const announcementKeys = [
  'notifications.announcement_published',
  'notifications.announcement_changed',
  'notifications.announcement_cancelled',
  'notifications.urgent_notice',
];

/** Whether an event need not be told any more: its notification was read or has ended, or the announcement is gone. */
export function isOutdated(db: Db, event: { id: Fragment; account: Fragment; key: Fragment }): Fragment {
  return db`
    (exists (select 1 from notification n
              where n.event_id = ${event.id} and n.account_id = ${event.account} and n.read_at is not null)
     or (${event.key} = any(${announcementKeys}::text[])
         and not exists (select 1 from announcement_event ae join article ar on ar.id = ae.article_id
                          where ae.event_id = ${event.id} and ar.status = 'published')))`;
}
