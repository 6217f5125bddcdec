import { offlinePage } from './offline.tsx';
import { outboxPage } from './outbox.tsx';

export const offlinePages = [outboxPage, offlinePage] as const;
