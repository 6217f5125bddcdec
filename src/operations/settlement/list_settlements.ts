import { z } from 'zod';
import { cutPage } from '../../kernel/cursor.ts';
import { enumField, integerId, outCursor, text } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { settlementKinds, settlementStatuses } from '../../rules/settlement.ts';
import { listSettlements } from '../../store/land/settlements.ts';
import { settlementEntry, showSettlementEntry } from './shapes.ts';

const pageSize = 30;

export const list_settlements = defineOperation({
  name: 'list_settlements',
  tag: 'Settlement',
  route: 'GET /settlements',
  success: 200,
  scope: 'public',
  audiences: ['public', 'resident', 'platform'],
  summary: 'The register of settlements, oldest first.',
  description: 'Finds the identifier or slug that other operations take as `settlement`. Filters combine.',
  input: z.object({
    place: integerId('From list_places; everything inside it.').optional(),
    kind: enumField(settlementKinds).optional().describe('Legal form.'),
    status: enumField(settlementStatuses).optional().describe('How far it has come.'),
    q: text(120)
      .optional()
      .describe(
        'A part of the name, or its words in any form; where nothing is called so, names that are spelt nearly so.',
      ),
    cursor: integerId('From the previous page.').optional(),
  }),
  output: z.object({ settlements: z.array(settlementEntry), cursor: outCursor }),
  async handle({ cursor, ...filter }, { db }) {
    const rows = await listSettlements(db, { ...filter, after: cursor }, pageSize + 1);
    const { page, cursor: next } = cutPage(rows, pageSize, (last) => last.id);
    return { settlements: page.map(showSettlementEntry), cursor: next };
  },
});
