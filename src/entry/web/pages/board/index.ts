import { announcementPreviewPage } from './announce-draft.tsx';
import { announcementDeliveryPage } from './article-told.tsx';
import { auditPage } from './audit.tsx';
import { boardPage } from './board.tsx';
import { claimPage } from './claim.tsx';
import { bulkClaimsPage } from './claims.tsx';
import { editContactPage, newContactPage } from './contact-record.tsx';
import { correctionPage } from './correction.tsx';
import { importResidentsPage } from './import-residents.tsx';
import { boardMemberPage, boardMembersPage } from './members.tsx';
import { plotCodesPage } from './plot-codes.tsx';
import { boardNextPage } from './queue.ts';
import { residentsPage } from './register.tsx';
import { registerResidentsCsv } from './register-table.ts';
import { reportPage } from './report.tsx';
import { residentPage } from './resident.tsx';
import { boardReviewPage } from './review.tsx';
import { boardReviewsPage } from './reviews.tsx';
import { settlementSettingsPage } from './settings.tsx';

export const boardPages = [
  boardPage,
  boardNextPage,
  bulkClaimsPage,
  claimPage,
  correctionPage,
  reportPage,
  boardReviewsPage,
  boardReviewPage,
  auditPage,
  settlementSettingsPage,
  boardMembersPage,
  boardMemberPage,
  newContactPage,
  editContactPage,
  residentsPage,
  residentPage,
  importResidentsPage,
  plotCodesPage,
  announcementPreviewPage,
  announcementDeliveryPage,
] as const;

/** Routes of this area that are no pages. */
export const boardRoutes = [registerResidentsCsv] as const;
