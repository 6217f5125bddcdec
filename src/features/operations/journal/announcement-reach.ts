import { z } from 'zod';
import type { Db } from '../../../base/db/connect.ts';
import type { SettlementRole, Visibility } from '../../../domain/rules/settlement-role.ts';
import type { ArticleRow } from '../../../store/journal/articles.ts';
import {
  countAnnouncementReach,
  estimateAnnouncementReach,
} from '../../../store/messaging/announcement-reach.ts';
import { routeAnnouncement } from '../../notify/event-routing.ts';

/** Reach of an announcement before and after publishing; null for everybody but the board. */
export const reachFields = {
  would_tell: z
    .object({
      households_in_all: z.int().describe('Plots where somebody is confirmed.'),
      households: z.int().describe('Of them those where somebody would be told.'),
      people: z.int(),
      letters: z.int().describe('Of the people those who would get a letter too.'),
    })
    .nullable()
    .describe('Whom publishing a draft announcement would tell, for the board; null otherwise.'),
  told: z
    .object({
      households_in_all: z.int().describe('Plots where somebody is confirmed.'),
      households: z.int().describe('Told on the site or by letter.'),
      letters: z.int().describe('Where a letter was handed over.'),
      read: z.int().describe('Where somebody read it in the bell or opened it signed in.'),
    })
    .nullable()
    .describe(
      'Whom a published announcement was told, for the board; null otherwise. list_residents told_of lists them.',
    ),
};

type Reach = { [Name in keyof typeof reachFields]: z.input<(typeof reachFields)[Name]> };

export async function loadReach(db: Db, article: ArticleRow, settlementRole: SettlementRole): Promise<Reach> {
  if (article.kind !== 'announcement' || !settlementRole.isEditor) return { would_tell: null, told: null };
  if (article.status === 'published') {
    const told = await countAnnouncementReach(db, article.settlementId, article.id);
    const { householdsInAll, ...counts } = told;
    return { would_tell: null, told: { households_in_all: householdsInAll, ...counts } };
  }
  const { topic, key } = routeAnnouncement(article);
  const visibility = article.visibility as Visibility;
  const { householdsInAll, ...counts } = await estimateAnnouncementReach(db, {
    ...article,
    visibility,
    topic,
    key,
  });
  return { would_tell: { households_in_all: householdsInAll, ...counts }, told: null };
}
