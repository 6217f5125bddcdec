import { z } from 'zod';
import { enumField, flag, integer, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { unreachedWays } from '../../domain/rules/plot-reach.ts';
import { mayManageRegister } from '../../domain/rules/residency.ts';
import { findArticle } from '../../store/journal/articles.ts';
import { listPlotReach } from '../../store/land/plot-reach.ts';
import { countReading } from '../../store/land/register-readings.ts';
import { loadSettlement } from '../loaders/settlement.ts';
import { routeAnnouncement } from '../notify/event-routing.ts';

export const maxPlotsToVisit = 300;

export const list_plots_to_visit = defineOperation({
  name: 'list_plots_to_visit',
  summary:
    'Plots that an announcement does not reach, or where nobody has read it (an urgent one: acknowledged it), with the people there. For the board.',
  scope: 'session',
  input: z.object({
    settlement: reference,
    article: reference,
    which: enumField(['unreached', 'unread']).default('unreached'),
    /** Only plots where somebody can be called. */
    phones: flag.default(false),
    offset: integer(0, 100_000).default(0),
    limit: integer(1, maxPlotsToVisit).default(maxPlotsToVisit),
  }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit({ settlementRole }) {
    permit(mayManageRegister(settlementRole.isEditor));
  },
  async show({ article: reference, which, phones, offset, limit }, context, { id: settlementId }) {
    const { db, now, services } = context;
    const article = await findArticle(db, settlementId, reference);
    if (article?.kind !== 'announcement') return refuse.notFound('article');
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
        offset,
        limit,
      },
    );
    const people = plots.reduce((count, plot) => count + plot.people.length, 0);
    await countReading(context, settlementId, people);
    return {
      inAll: plots[0]?.inAll ?? 0,
      plots: plots.map(({ parcelId, number, way, people }) => ({ id: parcelId, number, way, people })),
    };
  },
});
