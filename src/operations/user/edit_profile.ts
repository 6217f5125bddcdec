import { z } from 'zod';
import { enumField, nonBlank } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { updateProfile } from '../../store/accounts/accounts.ts';
import { loadProfile, profile } from './shapes.ts';

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
    display_name: nonBlank(100).optional().describe('The name neighbours see.'),
    language: enumField(['en', 'ru']).optional().describe('The language of letters and pages.'),
  }),
  output: z.object({ data: profile }),
  async handle({ display_name, language }, context) {
    await updateProfile(context.db, context.caller.accountId, {
      displayName: display_name?.trim(),
      language,
    });
    return { data: await loadProfile(context) };
  },
});
