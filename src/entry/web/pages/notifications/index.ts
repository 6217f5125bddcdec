import { notificationsPage } from './notifications.tsx';

export const notificationsPages = [notificationsPage] as const;
