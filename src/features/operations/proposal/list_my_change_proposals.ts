import { z } from 'zod';
import { slicePage } from '../../../domain/kernel/cursor.ts';
import { integerId, outCursor } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { listProposalsByAuthor } from '../../../store/directory/proposals.ts';
import { ownProposal, showOwnProposal } from './shapes.ts';

const pageSize = 30;

export const list_my_change_proposals = defineOperation({
  name: 'list_my_change_proposals',
  tag: 'Proposal',
  route: 'GET /change-proposals/mine',
  success: 200,
  scope: 'mcp:read',
  audiences: ['resident'],
  summary: 'What became of own proposals, newest first, with the reason of a refusal.',
  input: z.object({
    cursor: integerId('Next page.').nullish(),
  }),
  output: z.object({ proposals: z.array(ownProposal), cursor: outCursor }),
  async show({ cursor }, { db, caller }) {
    const rows = await listProposalsByAuthor(db, caller.accountId, cursor ?? undefined, pageSize + 1);
    const { page, cursor: next } = slicePage(rows, pageSize, (last) => last.id);
    return { proposals: page.map(showOwnProposal), cursor: next };
  },
});
