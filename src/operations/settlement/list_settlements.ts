import { z } from 'zod';
import { cutPage } from '../../kernel/cursor.ts';
import { integerId, named, outCursor, text } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { listSettlements } from '../../store/settlements.ts';
import { settlementEntry, settlementKinds, settlementStatuses, showSettlementEntry } from './shapes.ts';

const pageSize = 30;

export const list_settlements = defineOperation({
  name: 'list_settlements',
  tag: 'Settlement',
  route: 'GET /settlements',
  success: 200,
  scope: 'public',
  audiences: ['public', 'resident', 'platform'],
  summary: 'The register of settlements, oldest first.',
  description:
    'Use it to find a settlement and its identifier or slug, which other operations take as `settlement`. ' +
    'Narrow by place, kind, status or a part of the name; filters combine. Thirty a page: pass `cursor` on for the next.',
  input: z.object({
    place: integerId(
      'A node of the address hierarchy from list_places; everything inside it at any depth.',
    ).optional(),
    kind: named(settlementKinds).optional().describe('The legal form of the settlement.'),
    status: named(settlementStatuses).optional().describe('How far the settlement has come.'),
    q: text(120).optional().describe('A part of the name, in any case. Empty means anywhere.'),
    cursor: integerId('The `cursor` of the previous page. Leave it out for the first.').optional(),
  }),
  output: z.object({ settlements: z.array(settlementEntry), cursor: outCursor }),
  async handle({ cursor, ...filter }, { db }) {
    const rows = await listSettlements(db, { ...filter, after: cursor }, pageSize + 1);
    const { page, cursor: next } = cutPage(rows, pageSize, (last) => last.id);
    return { settlements: page.map(showSettlementEntry), cursor: next };
  },
});
