import { z } from 'zod';
import { id } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { mayDecideOnCompanies } from '../../domain/rules/company-access.ts';
import { listCompanyDoubles } from '../../store/directory/company-decisions.ts';

const maxDoubles = 5;

export const list_company_doubles = defineOperation({
  name: 'list_company_doubles',
  summary: 'Companies that may be the same as this one: like name, tax number, telephone. For moderators.',
  scope: 'session',
  input: z.object({ company: id }),
  permit(_subject, caller) {
    permit(mayDecideOnCompanies(caller));
  },
  show: ({ company }, { db }) => listCompanyDoubles(db, company, maxDoubles),
});
