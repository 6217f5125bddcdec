import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { listOwnCompanies } from '../../store/directory/company-decisions.ts';

const maxCompanies = 30;
/** How long what has ended is shown. */
const endedDays = 90;

export const list_my_companies = defineOperation({
  name: 'list_my_companies',
  summary: 'Companies the caller speaks for, asks to or lately did, and what became of each, newest first.',
  scope: 'session',
  input: z.object({}),
  load: async () => undefined,
  show: (_, { db, caller, now }) =>
    listOwnCompanies(db, caller.accountId, new Date(now().getTime() - endedDays * 86_400_000), maxCompanies),
});
