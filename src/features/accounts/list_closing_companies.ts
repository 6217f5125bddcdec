import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { listSolelyRepresented } from '../../store/directory/company-decisions.ts';

export const list_closing_companies = defineOperation({
  name: 'list_closing_companies',
  summary: 'Companies that nobody but the caller speaks for: they close with the account.',
  scope: 'session',
  input: z.object({}),
  load: async () => undefined,
  show: (_, { db, caller }) => listSolelyRepresented(db, caller.accountId),
});
