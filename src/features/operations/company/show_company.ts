import { z } from 'zod';
import { reference } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { findCompany } from '../../../store/directory/companies.ts';
import { findRepresentativeState } from '../../../store/directory/company-representatives.ts';
import { companyWithPeople, loadCompanyCard } from './shapes.ts';

export const show_company = defineOperation({
  name: 'show_company',
  tag: 'Company',
  route: 'GET /companies/{company}',
  success: 200,
  scope: 'public',
  audiences: ['public', 'resident', 'settlement', 'company'],
  summary: 'One company: card, settlements served, medals and rating.',
  description: 'Its reviews: list_reviews.',
  input: z.object({ company: reference.describe('Slug or id.') }),
  output: z.object({ data: companyWithPeople }),
  async handle({ company }, { db, caller }) {
    const row = (await findCompany(db, company)) ?? refuse.notFound('company');
    const own = await findRepresentativeState(db, row.id, caller.accountId);
    return { data: await loadCompanyCard(db, row, { isModerator: caller.isModerator, own }) };
  },
});
