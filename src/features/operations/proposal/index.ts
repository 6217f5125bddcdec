import { approve_change_proposal } from './approve_change_proposal.ts';
import { list_change_proposals } from './list_change_proposals.ts';
import { list_my_change_proposals } from './list_my_change_proposals.ts';
import { propose_change } from './propose_change.ts';
import { reject_change_proposal } from './reject_change_proposal.ts';
import { withdraw_change_proposal } from './withdraw_change_proposal.ts';

export const proposalOperations = [
  approve_change_proposal,
  list_change_proposals,
  list_my_change_proposals,
  propose_change,
  reject_change_proposal,
  withdraw_change_proposal,
] as const;
