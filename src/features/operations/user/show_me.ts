import { z } from 'zod';
import { stateDefault } from '../../../domain/kernel/argument-metadata.ts';
import type { SignedInContext } from '../../../domain/kernel/context.ts';
import { flag, outId, text } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import type { Quota } from '../../../domain/kernel/ports.ts';
import { countAllQuotaUsage } from '../../../store/accounts/quotas.ts';
import { foundItems, loadFoundItems } from './found-items.ts';
import { loadProfile, profile } from './shapes.ts';
import { loadWaitingItems, waitingField, waitingItems } from './waiting.ts';

const waiting = z
  .object({
    notifications: z.int().describe('Unread.'),
    conversations: z.int().describe('With something unread.'),
    messages: z.int().describe('Unread in all of them.'),
    boards: z
      .array(
        z.object({
          settlement: outId,
          claims: z.int(),
          corrections: z.int(),
          requests: z.int(),
          reports: z.int(),
          motions: z.int().describe('What another member of the board proposed.'),
        }),
      )
      .describe('For each settlement whose board the account is on: what is to be decided.'),
    companies: z.array(z.object({ company: outId, requests: z.int() })).describe('Open tasks of each.'),
    texts: z.int().nullable().describe('Of the knowledge base, for a moderator; null for others.'),
    verdicts: z.int().nullable().describe('Reported reviews; likewise.'),
    villages: z.int().nullable().describe('That ask to be taken into the register; likewise.'),
    new_companies: z.int().nullable().describe('To check, or with people to confirm; likewise.'),
    reports: z.int().nullable().describe('Others to the platform; likewise.'),
  })
  .describe('Only with `waiting`.');

const quota = z.object({ used: z.int(), limit: z.int() });
const quotas = z
  .object({
    drafts: quota,
    waiting: quota.describe('Texts, companies and villages put before the moderators.'),
    file_bytes: quota.describe('With those removed in the last 30 days.'),
    tokens: quota,
    open_tasks: quota.describe('Of those you have made.'),
    changes: quota.describe('Today.'),
    written_bytes: quota.describe('By your changes of the last 30 days.'),
  })
  .describe('Only with `quotas`.');

export const show_me = defineOperation({
  name: 'show_me',
  tag: 'User',
  route: 'GET /me',
  success: 200,
  scope: 'mcp:read',
  audiences: ['resident', 'settlement', 'platform', 'company'],
  toolsets: 'every',
  summary: 'The calling account: name, plots, roles, and what this token may do.',
  input: z.object({
    waiting: waitingField,
    quotas: stateDefault(false, flag.optional().describe('Also what is limited.')),
    find: text(120)
      .optional()
      .describe('Words: also `found` in diary, news, tasks, messages, plot, directory, people, advice.'),
  }),
  output: z.object({
    data: profile.extend({
      waiting: waiting.optional(),
      waiting_list: waitingItems.optional(),
      quotas: quotas.optional(),
      found: foundItems.optional(),
    }),
  }),
  async show(input, context) {
    const [{ known, waiting: counts }, limited, items] = await Promise.all([
      loadProfile(context, input.waiting !== undefined && input.waiting !== false),
      input.quotas ? loadQuotas(context) : undefined,
      input.waiting === 'list' ? loadWaitingItems(context) : undefined,
    ]);
    const found = input.find?.trim() ? await loadFoundItems(input.find.trim(), known, context) : undefined;
    return {
      data: {
        ...known,
        ...(counts && { waiting: counts }),
        ...(items && { waiting_list: items }),
        ...(limited && { quotas: limited }),
        ...(found && { found }),
      },
    };
  },
});

async function loadQuotas({ db, caller, services, now }: SignedInContext): Promise<z.input<typeof quotas>> {
  const used = await countAllQuotaUsage(db, caller, now());
  const show = (name: Quota) => ({ used: Number(used[name]), limit: services.quotas[name] });
  return {
    drafts: show('drafts'),
    waiting: show('waiting'),
    file_bytes: show('file_bytes'),
    tokens: show('tokens'),
    open_tasks: show('open_tasks'),
    changes: show('changes'),
    written_bytes: show('written_bytes'),
  };
}
