import { paths } from '../../../src/base/site/paths.ts';
import type { Cases } from './case.ts';

/** The board's own: refused to everybody else of the village. */
const boardOnly = { statuses: { resident: 403, moderator: 403, company: 403 } };

export const boardCases: Cases = {
  [paths.board]: boardOnly,
  // Leads to what waits next.
  [paths.boardNext]: { status: 303, ...boardOnly },
  [paths.claims]: boardOnly,
  [paths.claim]: boardOnly,
  [paths.correction]: boardOnly,
  [paths.newContact]: boardOnly,
  [paths.editContact]: boardOnly,
  [paths.audit]: boardOnly,
  [paths.settlementSettings]: boardOnly,
  // Moderators help a village whose board is gone.
  [paths.boardMembers]: { statuses: { resident: 403, company: 403 } },
  [paths.boardMember]: { statuses: { resident: 403, company: 403 } },
  [paths.announce]: boardOnly,
  // It is out already: the page of who was told says so.
  [paths.announceDraft]: { status: 303 },
  [paths.articleTold]: boardOnly,
  [paths.residents]: boardOnly,
  [paths.resident]: boardOnly,
  [paths.importResidents]: boardOnly,
  [paths.plotCodes]: boardOnly,
  // Moderators read what they see of it.
  [paths.verdicts]: { statuses: { resident: 403, company: 403 } },
  [paths.verdict]: { statuses: { resident: 403, company: 403 } },
  // Whoever complained sees it among their tasks.
  [paths.report]: { statuses: { resident: 404, moderator: 404, company: 404 } },
};
