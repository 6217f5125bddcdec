import { z } from 'zod';
import { slicePage } from '../../../domain/kernel/cursor.ts';
import { idCursor, outCursor, pageLimit } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { detail } from '../../../domain/kernel/reply-summary.ts';
import { listProposalsByAuthor } from '../../../store/directory/proposals.ts';
import { ownProposal, showOwnProposal } from './shapes.ts';

export const list_my_change_proposals = defineOperation({
  name: 'list_my_change_proposals',
  tag: 'Proposal',
  route: 'GET /change-proposals/mine',
  success: 200,
  scope: 'mcp:read',
  audiences: ['resident'],
  summary: 'What became of own proposals, newest first, with the reason of a refusal.',
  input: z.object({
    detail,
    limit: pageLimit(100, 30),
    cursor: idCursor.nullish(),
  }),
  summaryFields: [
    'proposals.id',
    'proposals.subject_type',
    'proposals.subject_name',
    'proposals.status',
    'proposals.proposed',
    'proposals.note',
    'proposals.reject_reason',
    'proposals.created_at',
    'cursor',
  ],
  output: z.object({ proposals: z.array(ownProposal), cursor: outCursor }),
  async show({ limit, cursor }, { db, caller }) {
    const rows = await listProposalsByAuthor(db, caller.accountId, cursor ?? undefined, limit + 1);
    const { page, cursor: next } = slicePage(rows, limit, (last) => last.id);
    return { proposals: page.map(showOwnProposal), cursor: next };
  },
});
