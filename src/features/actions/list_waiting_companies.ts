import { z } from 'zod';
import { id } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { mayDecideOnCompanies } from '../../domain/rules/company-access.ts';
import { listWaitingCompanies } from '../../store/directory/waiting-companies.ts';

const pageSize = 50;

export const list_waiting_companies = defineOperation({
  name: 'list_waiting_companies',
  summary:
    'Companies that wait, that somebody claims to speak for or that nobody speaks for, oldest first. For moderators.',
  scope: 'session',
  input: z.object({ after: id.optional() }),
  permit(_subject, caller) {
    permit(mayDecideOnCompanies(caller));
  },
  async show({ after }, { db }) {
    const rows = await listWaitingCompanies(db, after, pageSize + 1);
    const companies = rows.slice(0, pageSize);
    return { companies, next: rows.length > pageSize ? (companies.at(-1)?.id ?? null) : null };
  },
});
