import { z } from 'zod';
import { integer, opaqueCursor, outCursor, reference, text } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { listCompanies } from '../../../store/directory/companies.ts';
import { loadSettlement } from '../../loaders/settlement.ts';
import { companyCard, showCompany, trade } from './shapes.ts';

export const list_companies = defineOperation({
  name: 'list_companies',
  tag: 'Company',
  route: 'GET /companies',
  success: 200,
  scope: 'public',
  audiences: ['public', 'resident', 'settlement', 'company'],
  summary: 'Registered companies, newest first.',
  input: z.object({
    trade: trade.optional().describe('Exactly this trade.'),
    settlement: reference.optional().describe('Slug or id.'),
    q: text(120).optional().describe('Words to find.'),
    limit: integer(1, 100).default(30).describe('1 to 100.'),
    cursor: opaqueCursor.optional(),
  }),
  output: z.object({ companies: z.array(companyCard), cursor: outCursor }),
  async show({ limit, cursor, settlement, trade: wanted, q }, { db, caller, cursors }) {
    const served = settlement === undefined ? undefined : await loadSettlement(settlement, { db, caller });
    const filter = { trade: wanted, settlementId: served?.id, q };
    const position = cursors.parse('list_companies', filter, cursor);
    const [before] = position.key;
    const rows = await listCompanies(db, { ...filter, before }, limit + 1);
    const { page, cursor: next } = position.slicePage(rows, limit, (last) => [last.id]);
    return { companies: page.map(showCompany), cursor: next };
  },
});
