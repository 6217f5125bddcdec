import { z } from 'zod';
import { enumField, flag, integer, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { unreachedWays } from '../../domain/rules/plot-reach.ts';
import { mayReadRegister } from '../../domain/rules/residency.ts';
import { listPlotReach } from '../../store/land/plot-reach.ts';
import { countReading } from '../../store/land/register-readings.ts';
import { loadSettlement } from '../loaders/settlement.ts';
import { routeAnnouncement } from '../notify/announcement-routing.ts';
import { findAnnouncementToVisit } from './announcement-to-visit.ts';

export const maxPlotsToVisit = 300;

export const list_plots_to_visit = defineOperation({
  name: 'list_plots_to_visit',
  summary:
    'Plots that an announcement does not reach, or where nobody has read it (an urgent one: acknowledged it), with the people there; not those told at the door. For the board.',
  scope: 'session',
  input: z.object({
    settlement: reference,
    article: reference,
    which: enumField(['unreached', 'unread']).default('unreached'),
    /** Only plots where somebody can be called. */
    phones: flag.default(false),
    /** Also plots where somebody has been with it, all of them street by street; else only those that are left. */
    visited: flag.default(false),
    offset: integer(0, 100_000).default(0),
    limit: integer(1, maxPlotsToVisit).default(maxPlotsToVisit),
  }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit({ settlementRole }) {
    permit(mayReadRegister(settlementRole.readsAsBoard));
  },
  async show({ article: reference, which, phones, visited, offset, limit }, context, { id: settlementId }) {
    const { db, now, services } = context;
    const article = await findAnnouncementToVisit(db, settlementId, reference);
    const { topic, key } = routeAnnouncement(article);
    const sendsEmail = services.installation.mail === 'server';
    const plots = await listPlotReach(
      db,
      { settlementId, topic, key, sendsEmail, now: now() },
      {
        ...(which === 'unreached'
          ? { ways: unreachedWays }
          : article.isUrgent
            ? { unacknowledgedArticleId: article.id }
            : { unreadArticleId: article.id }),
        hasPhone: phones,
        visits: { articleId: article.id, isWhole: visited },
        offset,
        limit,
      },
    );
    const people = plots.reduce((count, plot) => count + plot.people.length, 0);
    await countReading(context, settlementId, people);
    return {
      article: {
        id: article.id,
        slug: article.slug,
        title: article.title,
        isPublished: article.status === 'published',
      },
      inAll: plots[0]?.inAll ?? 0,
      told: plots[0]?.toldInAll ?? 0,
      missed: plots[0]?.missedInAll ?? 0,
      plots: plots.map(({ parcelId, number, street, way, people, visit }) => ({
        ...{ id: parcelId, number, street, way, people },
        visit,
      })),
    };
  },
});
