import { z } from 'zod';
import { stateDefault } from '../../../domain/kernel/argument-metadata.ts';
import {
  flag,
  opaqueCursor,
  outCursor,
  outText,
  pageLimit,
  reference,
  text,
} from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { detail } from '../../../domain/kernel/reply-summary.ts';
import { countTrades, listCompanies } from '../../../store/directory/companies.ts';
import { loadSettlement } from '../../loaders/settlement.ts';
import { companyCard, showCompany, trade } from './shapes.ts';

const maxTrades = 200;

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
    q: text(120).optional().describe('Words of the name, trades or description.'),
    trades: stateDefault(false, flag.optional().describe('True: also which trades there are, with counts.')),
    detail,
    limit: pageLimit(100, 30),
    cursor: opaqueCursor.optional(),
  }),
  summaryFields: [
    'companies.id',
    'companies.slug',
    'companies.name',
    'companies.trades',
    'companies.phones',
    'companies.is_verified',
    'companies.rating',
    'trades',
    'cursor',
  ],
  output: z.object({
    companies: z.array(companyCard),
    cursor: outCursor,
    trades: z
      .array(z.object({ trade: outText, companies: z.int().describe('How many ply it.') }))
      .optional()
      .describe('Only with `trades`: of the settlement, or of all; most frequent first, at most 200.'),
  }),
  async show({ limit, cursor, settlement, trade: wanted, q, trades }, { db, caller, cursors }) {
    const served = settlement === undefined ? undefined : await loadSettlement(settlement, { db, caller });
    const filter = { trade: wanted, settlementId: served?.id, q };
    const position = cursors.parse('list_companies', filter, cursor);
    const [before] = position.key;
    const rows = await listCompanies(db, { ...filter, before }, limit + 1);
    const { page, cursor: next } = position.slicePage(rows, limit, (last) => [last.id]);
    return {
      companies: page.map(showCompany),
      cursor: next,
      ...(trades && { trades: await countTrades(db, filter, maxTrades) }),
    };
  },
});
