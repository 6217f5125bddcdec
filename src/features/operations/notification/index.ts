import { list_notifications } from './list_notifications.ts';
import { read_notification } from './read_notification.ts';
import { set_notification_preferences } from './set_notification_preferences.ts';
import { show_notification_preferences } from './show_notification_preferences.ts';

export const notificationOperations = [
  list_notifications,
  read_notification,
  set_notification_preferences,
  show_notification_preferences,
] as const;
