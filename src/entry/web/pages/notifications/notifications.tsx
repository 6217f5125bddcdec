import type { z } from 'zod';
import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import {
  findNotificationKind,
  type NotificationKind,
} from '../../../../domain/rules/notification-preferences.ts';
import { formatNotification } from '../../../../features/notify/notification-texts.ts';
import { formatEnding } from '../../../../features/notify/outcome-texts.ts';
import { list_notifications } from '../../../../features/operations/notification/list_notifications.ts';
import { read_notification } from '../../../../features/operations/notification/read_notification.ts';
import { loadPushOffer } from '../../loaders/push-devices.ts';
import { form } from '../../page/form.tsx';
import { definePage } from '../../page/page.ts';
import { loadClock } from '../../server/settlement-clock.ts';
import { sanitizeNextPath } from '../../server/visitor.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { ListCard } from '../../ui/list.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { PushOffer } from '../../ui/push-switch.tsx';
import { Row } from '../../ui/row.tsx';
import { type Clock, formatPeriodHeading, formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';

export const texts = {
  title: labels.notifications,
  allRead: { en: 'Mark all as read', ru: 'Отметить все прочитанными' },
  marked: { en: 'All marked as read.', ru: 'Всё отмечено прочитанным.' },
  none: { en: 'Nothing yet', ru: 'Пока ничего нет' },
  why: {
    en: 'Village news, answers to your requests and reminders appear here.',
    ru: 'Сюда приходят новости посёлка, ответы на ваши заявки и напоминания.',
  },
} as const satisfies Record<string, Text>;

type NotificationEntry = z.output<typeof list_notifications.output>['notifications'][number];

const icons: Readonly<Record<NotificationKind, IconName>> = {
  urgent: 'alert',
  news: 'announce',
  messages: 'messages',
  devices: 'device',
  tasks: 'tasks',
  residency: 'people',
  directory: 'phone',
  knowledge: 'book',
};

// Opening a notification marks it as read; `to` is followed only within this site.
const read = form(read_notification, {
  path: paths.readNotification,
  isButton: true,
  done: (_, _names, { text }) => ({ to: sanitizeNextPath(text('to'), paths.notifications) }),
});

// Notifications that arrived after the page was rendered stay unread.
const readAll = form(read_notification, {
  path: paths.readAllNotifications,
  isButton: true,
  given: (_, { text }) => ({ notification: text('newest'), and_older: true }),
  done: () => ({ to: paths.notifications, notice: texts.marked }),
});

export const notificationsPage = definePage({
  path: paths.notifications,
  access: 'signed-in',
  texts,
  async load(_, pageRequest) {
    const { call, text } = pageRequest;
    const [page, clock] = await Promise.all([
      call(list_notifications, { cursor: text('cursor') }),
      loadClock(pageRequest),
    ]);
    const isUrgent = page.notifications.some(({ key }) => key.startsWith('notifications.urgent'));
    return {
      ...page,
      clock,
      newest: text('cursor') === '' ? page.notifications[0]?.id : undefined,
      pushKey: isUrgent ? await loadPushOffer(pageRequest) : null,
    };
  },
  actions: { read, readAll },
  head: ({ pushKey }) => ({ width: 'narrow', scripts: pushKey === null ? [] : ['push.js'] }),
  render: ({ notifications, cursor, unread, clock, newest, pushKey }) => (
    <div data-region="notifications" data-live="notifications">
      <PageHead
        title={texts.title}
        line={<a href={paths.notificationPreferences}>{labels.whatToTellMe}</a>}
        action={
          unread > 0 &&
          newest && (
            <readAll.Button at={{}} hidden={{ newest }} kind="quiet" compact icon="check">
              {texts.allRead}
            </readAll.Button>
          )
        }
      />
      <div class="stack">
        {pushKey !== null && <PushOffer publicKey={pushKey} next={paths.notifications} />}
        {notifications.length === 0 && (
          <EmptyState icon="bell" title={texts.none}>
            {texts.why}
          </EmptyState>
        )}
        {groupByPeriod(notifications, clock).map(({ period, notifications: ofPeriod }) => (
          <ListCard key={period} heading={{ id: `period-${ofPeriod[0]?.id}`, title: period }}>
            {ofPeriod.map((each) => (
              <NotificationRow key={each.id} notification={each} clock={clock} />
            ))}
          </ListCard>
        ))}
        <Pager cursor={cursor} />
      </div>
    </div>
  ),
});

function NotificationRow({ notification, clock }: { notification: NotificationEntry; clock: Clock }) {
  const when = formatRelativeTime(notification.created_at, clock);
  const row = {
    title: formatNotification(notification, clock.language),
    icon: icons[findNotificationKind(notification.key)],
    line: notification.ended ? `${formatEnding(notification.ended, clock.language)} ${when}` : when,
  };
  if (notification.read) return <Row {...row} href={notification.url} />;
  const action = fillPath(paths.readNotification, { notification: notification.id });
  return <Row {...row} tone="green" unread post={{ action, fields: { to: notification.url } }} />;
}

function groupByPeriod(
  all: readonly NotificationEntry[],
  clock: Clock,
): { period: string; notifications: NotificationEntry[] }[] {
  const groups: { period: string; notifications: NotificationEntry[] }[] = [];
  for (const each of all) {
    const period = capitalize(formatPeriodHeading(each.created_at, clock));
    // Their times need not follow the order of the list.
    const known = groups.find((group) => group.period === period);
    if (known) known.notifications.push(each);
    else groups.push({ period, notifications: [each] });
  }
  return groups;
}

const capitalize = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
