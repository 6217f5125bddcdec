import { createHash } from 'node:crypto';
import { z } from 'zod';
import { outWord } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { fromWire, toWire } from '../../../engines/geometry/engine.ts';
import { findRingInForce } from '../../../store/land/boundary-history.ts';
import { loadSettlement } from '../../loaders/settlement.ts';
import { boundaryInput, loadDrawing, permitDrawing, shapedBoundary } from './boundary-drawing.ts';
import {
  countMoves,
  digestLand,
  moveCounts,
  namedMoves,
  nameMoves,
  planMoves,
  renaming,
  showRenaming,
  stayingField,
} from './boundary-moves.ts';
import { shapeLand } from './boundary-shaping.ts';

const previewMilliseconds = 60 * 60 * 1000;

export const shape_settlement_boundary = defineOperation({
  name: 'shape_settlement_boundary',
  tag: 'Settlement',
  route: 'POST /settlements/{settlement}/boundary/shape',
  success: 201,
  scope: 'mcp:read',
  audiences: ['settlement', 'platform'],
  offeredTo: ['editor', 'moderator'],
  summary: 'Compute a boundary without storing anything of it, to look at it before setting it.',
  description:
    'For the board and for moderators. Tells which plots would come in, be let go or be kept aside. `preview` applies ' +
    'exactly this with set_settlement_boundary, or is refused when the land has changed since.',
  body: 'land',
  input: boundaryInput,
  output: z.object({
    data: shapedBoundary,
    ...moveCounts,
    staying: stayingField,
    lost_m2: z
      .int()
      .nullable()
      .describe(
        'Square metres inside the boundary in force and outside this one, streets too; null: none in force.',
      ),
    moves: namedMoves.describe('Which plots these are.'),
    clashing: z.array(renaming).describe('Plots that would come in under a number that is taken.'),
    preview: outWord.describe('A handle for set_settlement_boundary; the caller’s own, for an hour.'),
  }),
  head: ['settlement'],
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit: permitDrawing,
  async show(input, context, { id }) {
    const { db, caller, services, now, share, signal } = context;
    const { settlementId, previewDigest, ...drawing } = await loadDrawing(context, id, input);
    const shaped = await shapeLand(context, { ...drawing, settlementId, previewDigest });
    const moves = await planMoves(db, id, shaped);
    const preview = {
      accountId: caller.accountId,
      settlementId,
      drawing: { ...drawing, ring: drawing.ring && toWire(drawing.ring) },
      land: digestLand(shaped, moves),
    };
    // The handle is a hash: the same drawing gives the same preview.
    const handle = createHash('sha256').update(JSON.stringify(preview)).digest('base64url').slice(0, 27);
    const createdAt = now();
    await services.boundaryPreviews.save({
      ...preview,
      handle,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + previewMilliseconds),
    });
    const { ring, parcels, exclude, snap } = shaped;
    const inForce = await findRingInForce(db, id);
    return {
      data: { ring: toWire(ring), parcels, exclude, snap },
      ...countMoves(moves),
      staying: shaped.own.length - moves.unlinked.length,
      lost_m2:
        inForce &&
        Math.round(await services.geometry.measureLoss(fromWire(inForce), ring, { share, signal })),
      moves: await nameMoves(db, moves),
      clashing: moves.renamed.map(showRenaming),
      preview: handle,
    };
  },
});
