import { z } from 'zod';
import { toWire } from '../../geometry/engine.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { permit, refuse } from '../../kernel/refusal.ts';
import { mayDrawBoundary } from '../../rules/boundary.ts';
import { findSettlement } from '../../store/land/settlements.ts';
import { boundaryInput, readDrawing, shapedBoundary, shapeLand } from './boundary-shaping.ts';

export const shape_settlement_boundary = defineOperation({
  name: 'shape_settlement_boundary',
  tag: 'Settlement',
  route: 'POST /settlements/{settlement}/boundary/shape',
  success: 201,
  scope: 'mcp:read',
  audiences: ['settlement', 'platform'],
  summary: 'Compute a boundary without storing anything, to look at it before setting it.',
  description:
    'For the board and for moderators. Takes what set_settlement_boundary takes; the reply can be sent there as it is ' +
    'and then changes exactly the plots that the original drawing would have. With `snap` the ring is the outline of the ' +
    'selected plots; blocks apart are joined by narrow corridors. Plots of other settlements are never selected.',
  body: 'land',
  input: boundaryInput,
  output: z.object({ data: shapedBoundary }),
  async handle(input, { db, caller, services, signal }) {
    const { id, standing } =
      (await findSettlement(db, input.settlement, caller)) ?? refuse.notFound('settlement');
    permit(mayDrawBoundary(standing, caller.isModerator));
    const shaped = await shapeLand({ db, geometry: services.geometry, signal }, readDrawing(id, input));
    const { ring, parcels, exclude, snap } = shaped;
    return { data: { ring: toWire(ring), parcels, exclude, snap } };
  },
});
