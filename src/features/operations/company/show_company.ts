import { z } from 'zod';
import { fillPath, paths } from '../../../base/site/paths.ts';
import { reference } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
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
  async show({ company }, { db, caller, services }) {
    const data = await loadCompanyCard(db, company, caller);
    services.notificationReads.record(caller.accountId, fillPath(paths.company, { company: data.id }));
    return { data };
  },
});
