import { announceDraftPage } from './announce-draft.tsx';
import { articleToldPage } from './article-told.tsx';
import { auditPage } from './audit.tsx';
import { boardPage } from './board.tsx';
import { claimPage } from './claim.tsx';
import { claimsPage } from './claims.tsx';
import { editContactPage, newContactPage } from './contact-record.tsx';
import { correctionPage } from './correction.tsx';
import { importResidentsPage } from './import-residents.tsx';
import { boardMemberPage, boardMembersPage } from './members.tsx';
import { plotCodesPage } from './plot-codes.tsx';
import { boardNextPage } from './queue.ts';
import { residentsPage } from './register.tsx';
import { registerResidentsTable } from './register-table.ts';
import { reportPage } from './report.tsx';
import { residentPage } from './resident.tsx';
import { reviewPage } from './review.tsx';
import { verdictsPage } from './reviews.tsx';
import { settlementSettingsPage } from './settings.tsx';

export const boardPages = [
  boardPage,
  boardNextPage,
  claimsPage,
  claimPage,
  correctionPage,
  reportPage,
  verdictsPage,
  reviewPage,
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
  announceDraftPage,
  articleToldPage,
] as const;

/** Routes of this area that are no pages. */
export const boardRoutes = [registerResidentsTable] as const;
