import { z } from 'zod';
import { stateDefault } from '../../../domain/kernel/argument-metadata.ts';
import { slicePage } from '../../../domain/kernel/cursor.ts';
import {
  flag,
  idCursor,
  id as identifier,
  outCursor,
  pageLimit,
  reference,
} from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { permit } from '../../../domain/kernel/refusal.ts';
import { detail } from '../../../domain/kernel/reply-summary.ts';
import { mayEditSettlement } from '../../../domain/rules/settlement-role.ts';
import { countOpenProposals, listProposals } from '../../../store/directory/proposals.ts';
import { loadSettlement } from '../../loaders/settlement.ts';
import { queuedProposal, showQueuedProposal } from './shapes.ts';

export const list_change_proposals = defineOperation({
  name: 'list_change_proposals',
  tag: 'Proposal',
  route: 'GET /settlements/{settlement}/change-proposals',
  success: 200,
  scope: 'mcp:read',
  audiences: ['settlement'],
  offeredTo: ['editor'],
  summary: 'Changes that residents proposed to the directory, newest first. For the board.',
  description:
    'It carries the names of the neighbours who proposed. Where `before` and `now` differ, somebody has edited the record meanwhile: approve the others, or choose a value with `values` of approve_change_proposal and send what you saw in `now` as `seen_now`.',
  input: z.object({
    settlement: reference.describe('Slug or id.'),
    open: stateDefault(
      true,
      flag.nullish().describe('Left out or true: only those waiting. False adds the decided ones.'),
    ),
    proposal: identifier.nullish().describe('Only this one.'),
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
    'proposals.author',
    'cursor',
    'open',
  ],
  output: z.object({
    proposals: z.array(queuedProposal),
    cursor: outCursor,
    open: z.int().describe('How many wait for a decision in this settlement.'),
  }),
  async show({ settlement, open, proposal, limit, cursor }, { db, caller }) {
    const { id, settlementRole } = await loadSettlement(settlement, { db, caller });
    permit(mayEditSettlement(settlementRole));
    const filter = { onlyOpen: open ?? true, id: proposal ?? undefined, before: cursor ?? undefined };
    const [rows, waiting] = await Promise.all([
      listProposals(db, id, filter, limit + 1),
      countOpenProposals(db, id),
    ]);
    const { page, cursor: next } = slicePage(rows, limit, (last) => last.id);
    return { proposals: page.map(showQueuedProposal), cursor: next, open: waiting };
  },
});
