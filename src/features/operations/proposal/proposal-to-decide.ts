import type { SignedInCaller } from '../../../domain/kernel/caller.ts';
import type { Context } from '../../../domain/kernel/context.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import { findProposalToDecide, type ProposalToDecide } from '../../../store/directory/proposals.ts';
import type { SettlementWithRole } from '../../../store/land/settlements.ts';
import { loadSettlement } from '../../loaders/settlement.ts';
import { mayDecideProposal, requirePending } from './shapes.ts';

/** The fields of the address that `loadProposal` needs. */
export const proposalHead = ['settlement', 'proposal'] as const;

export interface LoadedProposal {
  settlement: SettlementWithRole;
  found: ProposalToDecide;
}

export async function loadProposal(
  { settlement: reference, proposal }: { readonly settlement: string; readonly proposal: string },
  context: Pick<Context, 'db' | 'caller'>,
  lock: boolean,
): Promise<LoadedProposal> {
  const settlement = await loadSettlement(reference, context);
  const found =
    (await findProposalToDecide(context.db, settlement.id, proposal, lock)) ?? refuse.notFound('proposal');
  return { settlement, found };
}

/** The board decides on a proposal that waits. */
export function permitDeciding(
  { settlement: { settlementRole }, found }: LoadedProposal,
  { accountId }: SignedInCaller,
): void {
  permit(mayDecideProposal({ isEditor: settlementRole.isEditor, isAuthor: found.authorId === accountId }));
  requirePending(found, settlementRole.isEditor);
}
