import { villageDevicesPage } from './devices.tsx';
import { documentPage } from './document.tsx';
import { registerDocumentFile } from './document-file.ts';
import { documentReadingPage } from './document-reading.tsx';
import { documentsPage } from './documents.tsx';
import { homePage, settlementsPage } from './home.tsx';
import { invitePage } from './invite.tsx';
import { joinPage } from './join.tsx';
import { leavePage } from './leave.tsx';
import { myRequestsPage } from './my-requests.tsx';
import { settlementPlotPage } from './plot.tsx';
import { requestVillagePage } from './request-village.tsx';
import { settlementPage } from './settlement.tsx';

export const villagePages = [
  homePage,
  settlementsPage,
  requestVillagePage,
  settlementPage,
  joinPage,
  myRequestsPage,
  settlementPlotPage,
  documentsPage,
  documentPage,
  documentReadingPage,
  villageDevicesPage,
  invitePage,
  leavePage,
] as const;

export const villageRoutes = [registerDocumentFile] as const;
