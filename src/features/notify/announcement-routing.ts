import { fillPath, paths } from '../../base/site/paths.ts';
import type { RoutedEvent } from './notification-builder.ts';
import type { NotificationKey } from './notification-texts.ts';

/** An announcement as a notification; its readers depend on its visibility when the job runs. */
export function routeAnnouncement(
  article: Readonly<Record<'settlementId' | 'slug' | 'title', string>> & AnnouncementState,
): Omit<RoutedEvent, 'audience' | 'except' | 'collapses' | 'isSecurity' | 'about'> {
  const address = { settlement: article.settlementId, article: article.slug };
  return {
    topic: 'reminders',
    key: announcementKey(article),
    replacements: { title: article.title },
    url: fillPath(article.isUrgent ? paths.acknowledge : paths.article, address),
    canWait: false,
  };
}

interface AnnouncementState {
  readonly isUrgent: boolean;
  readonly isChanged?: boolean;
  readonly isCancelled?: boolean;
}

/** What stands when it is told: an event that was called off is told so, also where it is told for the first time. */
function announcementKey({ isUrgent, isChanged, isCancelled }: AnnouncementState): NotificationKey {
  if (isUrgent) return 'notifications.urgent_notice';
  if (isCancelled) return 'notifications.announcement_cancelled';
  return isChanged ? 'notifications.announcement_changed' : 'notifications.announcement_published';
}
