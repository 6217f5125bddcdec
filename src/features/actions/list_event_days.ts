import { z } from 'zod';
import { reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { dayMs } from '../../domain/rules/days.ts';
import { listOccurrences } from '../../domain/rules/event-days.ts';
import { mayEditSettlement } from '../../domain/rules/settlement-role.ts';
import { findArticle } from '../../store/journal/articles.ts';
import { loadSettlement } from '../loaders/settlement.ts';

const maxDays = 12;

export const list_event_days = defineOperation({
  name: 'list_event_days',
  summary:
    'The next days of an announcement that repeats, cancelled and moved ones among them. For the board.',
  scope: 'session',
  input: z.object({ settlement: reference, article: reference }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit({ settlementRole }) {
    permit(mayEditSettlement(settlementRole));
  },
  async show({ article }, { db, now }, { id, timeZone }) {
    const found = await findArticle(db, id, article);
    if (found === undefined || found.event === null) return refuse.notFound('article');
    const span = {
      from: new Date(now().getTime() - dayMs),
      until: new Date(now().getTime() + 6 * 366 * dayMs),
    };
    return listOccurrences(found.event, timeZone, span).slice(0, maxDays);
  },
});
