import type { Permission } from '../kernel/refusal.ts';

export function mayKeepBoard(who: { isEditor: boolean; isModerator: boolean }): Permission {
  return (
    who.isEditor ||
    who.isModerator || {
      en: 'Only the board of the settlement and moderators decide who is on the board.',
      ru: 'Кто входит в правление, решают само правление и модераторы.',
    }
  );
}

/** A settlement without a board could not be helped by anybody in it. */
export function mayLeaveBoard(board: readonly string[], accountId: string): Permission {
  return (
    board.length > 1 ||
    !board.includes(accountId) || {
      en: 'The last member cannot leave the board. Appoint somebody else first.',
      ru: 'Последний член правления не может его покинуть. Сначала назначьте другого.',
    }
  );
}

/** What the board decides about. */
export const boardMatters = ['claim', 'correction', 'request', 'report'] as const;
export type BoardMatter = (typeof boardMatters)[number];
