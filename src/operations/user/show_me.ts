import { z } from 'zod';
import { flag, outId } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { countWaiting } from '../../store/accounts/waiting.ts';
import { loadProfile, profile } from './shapes.ts';

const waiting = z
  .object({
    notifications: z.int().describe('Unread.'),
    conversations: z.int().describe('With something unread.'),
    boards: z
      .array(
        z.object({
          settlement: outId,
          claims: z.int(),
          corrections: z.int(),
          requests: z.int(),
          reports: z.int(),
        }),
      )
      .describe('For each settlement whose board the account is on: what is to be decided.'),
    companies: z.array(z.object({ company: outId, requests: z.int() })).describe('Open tasks of each.'),
    texts: z.int().nullable().describe('Of the knowledge base, for a moderator; null for others.'),
    verdicts: z.int().nullable().describe('Reported ones; likewise.'),
    villages: z.int().nullable().describe('That ask to be taken into the register; likewise.'),
  })
  .describe('Only with `waiting`.');

export const show_me = defineOperation({
  name: 'show_me',
  tag: 'User',
  route: 'GET /me',
  success: 200,
  scope: 'mcp:read',
  audiences: ['resident', 'settlement', 'platform', 'company'],
  toolsets: 'every',
  summary: 'The calling account: name, plots, roles, and what this token may do.',
  description: 'A good first call.',
  input: z.object({ waiting: flag.optional().describe('Also how much waits for you.') }),
  output: z.object({ data: profile.extend({ waiting: waiting.optional() }) }),
  async handle({ waiting: asked }, context) {
    const { db, caller } = context;
    const [known, counts] = await Promise.all([
      loadProfile(context),
      asked ? countWaiting(db, caller.accountId, caller.isModerator) : undefined,
    ]);
    return { data: { ...known, ...(counts && { waiting: counts }) } };
  },
});
