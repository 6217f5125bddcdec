import { z } from 'zod';
import { id } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { mayAddSettlements } from '../../domain/rules/settlement-requests.ts';
import { listRegionNames } from '../../store/land/places.ts';
import { findSettlementRequest } from '../../store/land/settlement-requests.ts';
import { listSettlements } from '../../store/land/settlements.ts';
import { likeRequest, maxAlike } from './settlements-alike.ts';

export const show_settlement_request = defineOperation({
  name: 'show_settlement_request',
  summary:
    'What somebody asks to be taken into the register, decided or not, and settlements of such a name. For moderators.',
  scope: 'session',
  input: z.object({ request: id }),
  permit(_subject, caller) {
    permit(mayAddSettlements(caller));
  },
  async show({ request: requestId }, { db }) {
    const request = (await findSettlementRequest(db, requestId)) ?? refuse.notFound('request');
    const [regions, alike] = await Promise.all([
      // To choose from when it is taken in.
      request.state === 'waiting' ? listRegionNames(db) : [],
      listSettlements(db, likeRequest(request), maxAlike + 1),
    ]);
    // Of the same name elsewhere, where there is room for it.
    const elsewhere =
      alike.length > maxAlike ? [] : await listSettlements(db, { q: request.name }, maxAlike + 1);
    const found = new Map([...alike, ...elsewhere].map((row) => [row.id, row]));
    return {
      request,
      regions,
      alike: [...found.values()].filter(({ slug }) => slug !== request.slug).slice(0, maxAlike),
    };
  },
});
