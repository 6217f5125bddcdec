import { z } from 'zod';
import { restOnly } from '../../../domain/kernel/argument-metadata.ts';
import { enumField, name } from '../../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { refuseConflicts } from '../../../domain/rules/edit-conflicts.ts';
import { findAccount, lockAccount, updateProfile } from '../../../store/accounts/accounts.ts';
import { loadProfile, profile } from './shapes.ts';

const fields = {
  display_name: name(100).trim().optional().describe('The name neighbours see.'),
  language: enumField(['en', 'ru']).optional().describe('The language of letters and pages.'),
};

export const edit_profile = defineOperation({
  name: 'edit_profile',
  tag: 'User',
  route: 'PATCH /me',
  success: 200,
  scope: 'mcp:write',
  audiences: ['resident', 'settlement', 'company'],
  summary: 'Change the calling account’s display name or language.',
  idempotent: true,
  input: z.object({
    ...fields,
    seen: restOnly(
      z
        .object(fields)
        .nullish()
        .describe(
          'What you saw in the fields you change: refused where it no longer stands, with what does in `now`.',
        ),
    ),
  }),
  output: z.object({ data: profile }),
  async write({ seen, ...change }, context) {
    const { db, caller } = context;
    await lockAccount(db, caller.accountId);
    const account = (await findAccount(db, caller.accountId)) ?? refuse.notFound('address');
    const now = { display_name: account.displayName, language: account.language };
    refuseConflicts(change, seen ?? {}, now);
    await updateProfile(db, caller.accountId, {
      displayName: change.display_name,
      language: change.language,
    });
    return { data: (await loadProfile(context)).known };
  },
  show: showWritten,
});
