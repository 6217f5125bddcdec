import { z } from 'zod';
import { outEnum, outId, outText, outWord, reference } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { refuse } from '../../kernel/refusal.ts';
import { listPlacePath } from '../../store/land/places.ts';
import { findSettlementCard } from '../../store/land/settlements.ts';
import { placeKinds } from '../common/shapes.ts';
import { settlementEntry, showBoundary, showSettlementEntry, standingBoundary } from './shapes.ts';

const settlementCard = settlementEntry.extend({
  time_zone: outWord.describe('The zone in which its days begin, for example Europe/Moscow.'),
  places: z
    .array(z.object({ id: outId, kind: outEnum(placeKinds), name: outText }))
    .describe('Where it lies, from the country down.'),
  boundary: standingBoundary.nullable().describe('Its boundary; null until one was set.'),
});

export const show_settlement = defineOperation({
  name: 'show_settlement',
  tag: 'Settlement',
  route: 'GET /settlements/{settlement}',
  success: 200,
  scope: 'public',
  audiences: ['public', 'resident', 'settlement', 'platform'],
  summary: 'One settlement: its card, where it lies, and its boundary.',
  input: z.object({ settlement: reference.describe('Identifier or slug.') }),
  output: z.object({ data: settlementCard }),
  async handle({ settlement }, { db }) {
    const card = (await findSettlementCard(db, settlement)) ?? refuse.notFound('settlement');
    const places = await listPlacePath(db, card.placeId);
    return {
      data: {
        ...showSettlementEntry(card),
        time_zone: card.timeZone,
        places: places.map(({ id, kind, name }) => ({ id, kind: kind as (typeof placeKinds)[number], name })),
        boundary: card.boundary && showBoundary(card.boundary),
      },
    };
  },
});
