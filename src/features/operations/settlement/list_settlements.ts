import { z } from 'zod';
import { slicePage } from '../../../domain/kernel/cursor.ts';
import { enumField, integerId, outCursor, text } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { settlementKinds, settlementStatuses } from '../../../domain/rules/settlement.ts';
import { listSettlements } from '../../../store/land/settlements.ts';
import { settlementEntry, showSettlementEntry } from './shapes.ts';

const pageSize = 30;

export const list_settlements = defineOperation({
  name: 'list_settlements',
  tag: 'Settlement',
  route: 'GET /settlements',
  success: 200,
  scope: 'public',
  audiences: ['public', 'resident', 'platform'],
  toolsets: 'every',
  summary: 'The register of settlements, oldest first.',
  input: z.object({
    place: integerId('Everything inside this place. From list_places.').optional(),
    kind: enumField(settlementKinds).optional().describe('Legal form.'),
    status: enumField(settlementStatuses).optional().describe('How far it has come.'),
    q: text(120).optional().describe('Words, misspelt too.'),
    cursor: integerId('From the previous page.').optional(),
  }),
  output: z.object({ settlements: z.array(settlementEntry), cursor: outCursor }),
  async handle({ cursor, ...filter }, { db }) {
    const rows = await listSettlements(db, { ...filter, after: cursor }, pageSize + 1);
    const { page, cursor: next } = slicePage(rows, pageSize, (last) => last.id);
    return { settlements: page.map(showSettlementEntry), cursor: next };
  },
});
