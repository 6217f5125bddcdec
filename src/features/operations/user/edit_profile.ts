import { z } from 'zod';
import { languages } from '../../../base/i18n/text.ts';
import { enumField, name } from '../../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { findReplaced, refuseConflicts } from '../../../domain/rules/edit-conflicts.ts';
import { findAccount, lockAccount, updateProfile } from '../../../store/accounts/accounts.ts';
import { replacedByCall, showReplacedByCall } from '../shapes/replaced.ts';
import { loadProfile, profile } from './shapes.ts';

const fields = {
  display_name: name(100).trim().optional().describe('The name neighbours see.'),
  language: enumField(languages).optional().describe('The language of letters and pages.'),
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
    seen: z.object(fields).nullish().describe('As you saw the fields you change; refused if changed since.'),
  }),
  output: z.object({ data: profile, replaced: replacedByCall }),
  // The language stays one's own choice; the name is read by others.
  writesIn: (_subject, { display_name }) => (display_name === undefined ? 'nowhere' : null),
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
    const after = {
      display_name: change.display_name ?? now.display_name,
      language: change.language ?? now.language,
    };
    return {
      data: (await loadProfile(context)).known,
      ...showReplacedByCall(findReplaced(now, after, seen ?? {}), undefined),
    };
  },
  show: showWritten,
});
