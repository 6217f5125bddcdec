import type { Permission } from '../kernel/refusal.ts';

export function mayManageBoard(who: { isEditor: boolean; isModerator: boolean }): Permission {
  return (
    who.isEditor ||
    who.isModerator || {
      en: 'Only the board of the settlement and moderators decide who is on the board.',
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

/** Kinds of entries in the board's queue. */
export const boardQueueKinds = ['claim', 'correction', 'request', 'report'] as const;
export type BoardQueueKind = (typeof boardQueueKinds)[number];
