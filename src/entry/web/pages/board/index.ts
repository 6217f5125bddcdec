import { announcementDeliveryPage } from './announcement-delivery.tsx';
import { announcementPreviewPage } from './announcement-preview.tsx';
import { auditPage } from './audit.tsx';
import { boardPage } from './board.tsx';
import { boardMemberPage, boardMembersPage } from './board-members.tsx';
import { boardNextPage } from './board-queue.ts';
import { bulkClaimsPage } from './bulk-claims.tsx';
import { claimPage } from './claim.tsx';
import { editContactPage, newContactPage } from './contact-editor.tsx';
import { correctionPage } from './correction.tsx';
import { importResidentsPage } from './import-residents.tsx';
import { plotCodesPage } from './plot-codes.tsx';
import { residentsPage } from './register.tsx';
import { registerResidentsCsv } from './register-csv.ts';
import { reportPage } from './report.tsx';
import { residentPage } from './resident.tsx';
import { boardReviewPage } from './review.tsx';
import { boardReviewsPage } from './reviews.tsx';
import { settlementSettingsPage } from './settlement-settings.tsx';

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
