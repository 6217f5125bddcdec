import { z } from 'zod';
import { reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { findEvent } from '../../store/journal/events.ts';
import { loadSettlement } from '../loaders/settlement.ts';

export const show_calendar_event = defineOperation({
  name: 'show_calendar_event',
  summary: 'One announcement with a day as calendars take it. For everybody who may read it.',
  scope: 'public',
  input: z.object({ settlement: reference, article: reference }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  async show({ article }, { db }, { id, slug, name, settlementRole, timeZone }) {
    const event = await findEvent(db, { settlementId: id, settlementRole }, article);
    return { slug, name, timeZone, events: [event ?? refuse.notFound('article')] };
  },
});
