import { findBoardRole, type Me, type SignedInUser } from '../server/overview.ts';

export type OwnPlot = Me['parcels'][number];

/** The user's roles in one settlement. */
export interface Membership {
  readonly isSignedIn: boolean;
  readonly isBoard: boolean;
  /** On the board or its auditor. */
  readonly readsAsBoard: boolean;
  /** Confirmed on one of its plots. */
  readonly isResident: boolean;
  readonly plots: readonly OwnPlot[];
  /** Not decided yet. */
  readonly claims: readonly OwnPlot[];
}

export function findMembership(signed: SignedInUser | null, settlementId: string): Membership {
  const here = signed?.me.parcels.filter(({ settlement }) => settlement === settlementId) ?? [];
  const plots = here.filter(({ state }) => state === 'confirmed');
  const board = findBoardRole(signed?.me.settlements ?? [], settlementId);
  return {
    isSignedIn: signed !== null,
    isBoard: board.isEditor,
    readsAsBoard: board.readsAsBoard,
    isResident: plots.length > 0,
    plots,
    claims: here.filter(({ state }) => state === 'claimed'),
  };
}
