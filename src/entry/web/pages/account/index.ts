import { accountPage } from './account.tsx';
import { accountDataPage } from './account-data.tsx';
import { accountDeletedPage } from './account-deleted.tsx';
import { applicationsPage, assistantsPage } from './applications.tsx';
import { registerDataExportDownload } from './data-export-download.ts';
import { interfacePage } from './interface-settings.tsx';
import { notificationPreferencesPage } from './notification-preferences.tsx';
import { securityPage } from './security.tsx';
import { sessionsPage } from './sessions.tsx';
import { tokensPage } from './tokens.tsx';

export const accountPages = [
  accountPage,
  securityPage,
  accountDataPage,
  accountDeletedPage,
  assistantsPage,
  tokensPage,
  applicationsPage,
  sessionsPage,
  notificationPreferencesPage,
  interfacePage,
] as const;

/** Routes of this area that are no pages. */
export const accountRoutes = [registerDataExportDownload] as const;
