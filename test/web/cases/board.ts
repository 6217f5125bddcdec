import { paths } from '../../../src/base/site/paths.ts';
import type { PageCases } from './page-case.ts';

/** Only for the board. */
const boardOnly = { statuses: { resident: 403, moderator: 403, company: 403 } };

export const boardCases: PageCases = {
  [paths.board]: boardOnly,
  [paths.boardStart]: boardOnly,
  [paths.boardDesk]: boardOnly,
  // Redirects to the next pending item.
  [paths.boardNext]: { status: 303, ...boardOnly },
  [paths.claims]: boardOnly,
  [paths.claim]: boardOnly,
  [paths.correction]: boardOnly,
  [paths.newContact]: boardOnly,
  [paths.editContact]: boardOnly,
  [paths.audit]: boardOnly,
  [paths.settlementSettings]: boardOnly,
  // Moderators may help a settlement that has no board.
  [paths.boardMembers]: { statuses: { resident: 403, company: 403 } },
  [paths.newBoardMember]: { statuses: { resident: 403, company: 403 } },
  // For whom it was sent to.
  [paths.boardInvitation]: { status: 404, statuses: { resident: 200 } },
  [paths.boardMember]: { statuses: { resident: 403, company: 403 } },
  [paths.motions]: boardOnly,
  [paths.motion]: boardOnly,
  [paths.boardFees]: boardOnly,
  [paths.boardMeters]: { ...boardOnly, query: (_, { meter }) => `?meter=${meter}` },
  [paths.boardSanctions]: boardOnly,
  // For who decides the report.
  [paths.newSanction]: { statuses: { resident: 404, moderator: 404, company: 404 } },
  // For the person, who decided, and the moderators, who decide about an appeal.
  [paths.sanction]: { statuses: { resident: 404, company: 404 } },
  [paths.announce]: boardOnly,
  // Published already: redirects to the page of its recipients.
  [paths.announceDraft]: { status: 303 },
  [paths.articleRecipients]: boardOnly,
  [paths.printNotice]: boardOnly,
  [paths.printLetters]: boardOnly,
  [paths.visitList]: boardOnly,
  [paths.visits]: boardOnly,
  [paths.people]: boardOnly,
  [paths.formerPeople]: boardOnly,
  // Owners may open it about their household.
  [paths.endPerson]: { statuses: { resident: 404, moderator: 404, company: 404 } },
  [paths.newPerson]: boardOnly,
  [paths.invitePeople]: boardOnly,
  [paths.newPlots]: boardOnly,
  [paths.person]: boardOnly,
  // Redirects to the page above.
  [paths.residents]: { status: 303, ...boardOnly },
  [paths.resident]: boardOnly,
  [paths.importResidents]: boardOnly,
  [paths.plotCodes]: boardOnly,
  // Moderators may read it.
  [paths.boardReviews]: { statuses: { resident: 403, company: 403 } },
  [paths.boardReview]: { statuses: { resident: 403, company: 403 } },
  // Reporters see it among their tasks.
  [paths.report]: { statuses: { resident: 404, moderator: 404, company: 404 } },
};
