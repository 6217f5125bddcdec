import { z } from 'zod';
import { integer, opaqueCursor, outCursor, reference, text } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { refuse } from '../../kernel/refusal.ts';
import { listCompanies } from '../../store/directory/companies.ts';
import { findSettlement } from '../../store/land/settlements.ts';
import { companyCard, showCompanies, trade } from './shapes.ts';

export const list_companies = defineOperation({
  name: 'list_companies',
  tag: 'Company',
  route: 'GET /companies',
  success: 200,
  scope: 'public',
  audiences: ['public', 'resident', 'settlement', 'company'],
  summary: 'Registered companies, newest first, by trade, settlement served or name.',
  description:
    'An `id` is the `company` of other operations, and with subject_type company the `subject_id` of reviews.',
  input: z.object({
    trade: trade.optional().describe('Exactly this trade.'),
    settlement: reference.optional().describe('That serve this settlement: identifier or slug.'),
    q: text(120)
      .optional()
      .describe(
        'A part of the name, its words in any form, or a whole INN; where nothing is called so, names that are spelt nearly so.',
      ),
    limit: integer(1, 100).default(30).describe('1 to 100 a page.'),
    cursor: opaqueCursor.optional(),
  }),
  output: z.object({ companies: z.array(companyCard), cursor: outCursor }),
  async handle({ limit, cursor, settlement, trade: wanted, q }, { db, caller, cursors }) {
    const served =
      settlement === undefined
        ? undefined
        : ((await findSettlement(db, settlement, caller)) ?? refuse.notFound('settlement'));
    const filter = { trade: wanted, settlementId: served?.id, q };
    const position = cursors.at('list_companies', filter, cursor);
    const [before] = position.key;
    const rows = await listCompanies(db, { ...filter, before }, limit + 1);
    const { page, cursor: next } = position.cut(rows, limit, (last) => [last.id]);
    return { companies: await showCompanies(db, page), cursor: next };
  },
});
