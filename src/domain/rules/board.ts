import type { Permission } from '../kernel/refusal.ts';

export function mayManageBoard(who: { isEditor: boolean; isModerator: boolean }): Permission {
  return (
    who.isEditor ||
    who.isModerator || {
      en: 'Only the board of the village and moderators decide who is on the board.',
      ru: 'Кто входит в правление, решают само правление и модераторы.',
    }
  );
}

/** The last member cannot leave: nobody in the settlement could then appoint a new board. */
export function mayLeaveBoard(board: readonly string[], accountId: string): Permission {
  return (
    board.length > 1 ||
    !board.includes(accountId) || {
      en: 'The last member cannot leave the board. Appoint somebody else first.',
      ru: 'Последний член правления не может его покинуть. Сначала назначьте другого.',
    }
  );
}

/** An auditor reads what the board reads and decides nothing. */
export const boardRoles = ['editor', 'auditor'] as const;
export type BoardRole = (typeof boardRoles)[number];

export const boardInvitationDays = 30;
const maxBoardInvitations = 20;
const maxBoardInvitationsPerAddress = 3;

/** Limits letters to an address: those of the settlement that wait, and per address and day whoever sends them. */
export function mayInviteToBoard(sent: { ofSettlement: number; toAddress: number }): Permission {
  if (sent.ofSettlement >= maxBoardInvitations)
    return {
      en: `${maxBoardInvitations} invitations to the board are already waiting. Cancel some first.`,
      ru: `Ответа уже ждут ${maxBoardInvitations} приглашений в правление. Сначала отмените лишние.`,
    };
  return (
    sent.toAddress < maxBoardInvitationsPerAddress || {
      en: 'This address has been sent enough invitations today.',
      ru: 'На этот адрес сегодня уже отправлено достаточно приглашений.',
    }
  );
}

/** Kinds of entries in the board's queue. */
export const boardQueueKinds = ['motion', 'claim', 'correction', 'request', 'report'] as const;
export type BoardQueueKind = (typeof boardQueueKinds)[number];
