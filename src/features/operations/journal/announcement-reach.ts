import { z } from 'zod';
import type { Context } from '../../../domain/kernel/context.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import type { SettlementRole, Visibility } from '../../../domain/rules/settlement-role.ts';
import { mayTellUrgently, urgentLimitDays } from '../../../domain/rules/urgent-notice.ts';
import type { ArticleRow } from '../../../store/journal/articles.ts';
import { countUrgentTellings } from '../../../store/messaging/acknowledgements.ts';
import {
  type AnnouncementReach,
  estimateAnnouncementReach,
} from '../../../store/messaging/announcement-reach.ts';
import { routeAnnouncement } from '../../notify/announcement-routing.ts';

/** Reach of an announcement before and after publishing; null for everybody but the board. */
export const reachFields = {
  would_tell: z
    .object({
      households_in_all: z.int().describe('All plots of the settlement.'),
      households: z.int().describe('Of them those where somebody would be told.'),
      nobody: z.int().describe('Plots where nobody is confirmed: only paper reaches them.'),
      people: z.int(),
      letters: z.int().describe('Of the people those who would get a letter too; 0 without a mail server.'),
    })
    .nullable()
    .describe('Whom publishing a draft announcement would tell, for the board; null otherwise.'),
  told: z
    .object({
      sending: z.boolean().describe('It is going out now: the other counts still grow.'),
      households_in_all: z.int().describe('All plots of the settlement.'),
      households: z.int().describe('Plots told on the site, on a phone, by letter or at the door.'),
      nobody: z
        .int()
        .describe('Plots where nobody is confirmed and nobody was told: only paper reaches them.'),
      doors: z.int().describe('Plots told at the door.'),
      people: z.int().nullable().describe('People told; null: not counted then.'),
      letters_in_all: z.int().describe('Letters planned; one is left out where it was read before.'),
      letters: z.int().describe('Letters that the mail server took.'),
      letter_households: z.int().describe('Plots of those letters.'),
      pushes: z.int().describe('Plots where a message was sent to a phone.'),
      read: z.int().describe('Plots where somebody read it in the bell or opened it signed in.'),
      acknowledged: z.int().describe('Of an urgent one: plots where somebody acknowledged it.'),
    })
    .nullable()
    .describe(
      'Whom a published announcement was told, for the board; null otherwise. list_residents told_of lists them.',
    ),
};

type Reach = { [Name in keyof typeof reachFields]: z.input<(typeof reachFields)[Name]> };

export async function loadReach(
  { db, services }: Pick<Context, 'db' | 'services'>,
  article: ArticleRow & { told?: AnnouncementReach | null },
  settlementRole: SettlementRole,
): Promise<Reach> {
  if (article.kind !== 'announcement' || !settlementRole.readsAsBoard)
    return { would_tell: null, told: null };
  if (article.status === 'published') {
    if (!article.told) return { would_tell: null, told: null };
    const { householdsInAll, lettersInAll, letterHouseholds, ...counts } = article.told;
    const reach = {
      households_in_all: householdsInAll,
      letters_in_all: lettersInAll,
      letter_households: letterHouseholds,
      ...counts,
    };
    return { would_tell: null, told: reach };
  }
  const { topic, key } = routeAnnouncement(article);
  const visibility = article.visibility as Visibility;
  const { householdsInAll, ...counts } = await estimateAnnouncementReach(db, {
    ...article,
    visibility,
    topic,
    key,
    sendsEmail: services.installation.mail === 'server',
  });
  return { would_tell: { households_in_all: householdsInAll, ...counts }, told: null };
}

/** The settlement has sent as many urgent announcements within a week as it may. */
export async function refuseManyUrgent(
  { db, now, services }: Pick<Context, 'db' | 'now' | 'services'>,
  settlementId: string,
  field: 'urgent' | 'tell_again',
): Promise<void> {
  const since = new Date(now().getTime() - urgentLimitDays * 86_400_000);
  const sent = await countUrgentTellings(db, settlementId, since);
  const allowed = mayTellUrgently(sent, services.quotas.urgent_notices);
  if (allowed !== true) refuse.invalid(field, allowed);
}
