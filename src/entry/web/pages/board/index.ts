import { announcementDeliveryPage } from './announcement-delivery.tsx';
import { announcementPreviewPage } from './announcement-preview.tsx';
import { auditPage } from './audit.tsx';
import { boardPage } from './board.tsx';
import { boardDeskPage } from './board-desk.tsx';
import { boardInvitationPage } from './board-invitation.tsx';
import { boardMemberPage, boardMembersPage } from './board-members.tsx';
import { boardNextPage } from './board-queue.ts';
import { boardStartPage } from './board-start.tsx';
import { bulkClaimsPage } from './bulk-claims.tsx';
import { claimPage } from './claim.tsx';
import { correctionPage } from './correction.tsx';
import { endPersonPage } from './end-person.tsx';
import { formerPeoplePage } from './former-people.tsx';
import { importResidentsPage } from './import-residents.tsx';
import { invitePeoplePage } from './invite-people.tsx';
import { motionPage } from './motion.tsx';
import { motionsPage } from './motions.tsx';
import { newBoardMemberPage } from './new-board-member.tsx';
import { newPersonPage } from './new-person.tsx';
import { newPlotsPage } from './new-plots.tsx';
import { formerRegisterPage, peoplePage } from './people.tsx';
import { registerPeopleTables } from './people-tables.ts';
import { personPage } from './person.tsx';
import { plotCodesPage } from './plot-codes.tsx';
import { printLettersPage } from './print-letters.tsx';
import { printNoticePage } from './print-notice.tsx';
import { reportPage } from './report.tsx';
import { residentPage } from './resident.tsx';
import { boardReviewPage } from './review.tsx';
import { boardReviewsPage } from './reviews.tsx';
import { settlementSettingsPage } from './settlement-settings.tsx';
import { visitListPage } from './visit-list.tsx';
import { visitsPage } from './visits.tsx';

export const boardPages = [
  boardStartPage,
  boardPage,
  boardDeskPage,
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
  newBoardMemberPage,
  boardInvitationPage,
  boardMemberPage,
  motionsPage,
  motionPage,
  peoplePage,
  formerRegisterPage,
  formerPeoplePage,
  newPersonPage,
  invitePeoplePage,
  newPlotsPage,
  personPage,
  endPersonPage,
  residentPage,
  importResidentsPage,
  plotCodesPage,
  announcementPreviewPage,
  announcementDeliveryPage,
  printNoticePage,
  printLettersPage,
  visitListPage,
  visitsPage,
] as const;

/** Routes of this area that are no pages. */
export const boardRoutes = [registerPeopleTables] as const;
