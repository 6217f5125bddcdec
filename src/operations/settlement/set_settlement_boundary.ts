import { z } from 'zod';
import type { Db } from '../../db/connect.ts';
import { toWire } from '../../geometry/engine.ts';
import type { SignedInCaller } from '../../kernel/caller.ts';
import type { Context } from '../../kernel/context.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { permit, refuse } from '../../kernel/refusal.ts';
import { decideMoves, mayDrawBoundary } from '../../rules/boundary.ts';
import { applyBoundary, listReferred, lockParcels, lockSettlement } from '../../store/land/boundaries.ts';
import { findLandMarks } from '../../store/land/land.ts';
import { findSettlement } from '../../store/land/settlements.ts';
import {
  type BoundaryDrawing,
  boundaryInput,
  readDrawing,
  type ShapedLand,
  shapeLand,
} from './boundary-shaping.ts';
import { standingBoundary } from './shapes.ts';

const appliedBoundary = standingBoundary.extend({
  linked: z.int().describe('How many plots were taken in.'),
  unlinked: z.int().describe('How many were let go.'),
  kept: z.int().describe('How many lie outside but stay, because something refers to them.'),
});

export const set_settlement_boundary = defineOperation({
  name: 'set_settlement_boundary',
  tag: 'Settlement',
  route: 'PATCH /settlements/{settlement}/boundary',
  success: 200,
  scope: 'mcp:write',
  audiences: ['settlement', 'platform'],
  summary: "Set a settlement's boundary and apply it to its plots.",
  description:
    'For the board and for moderators. Every cadastral parcel whose centre lies inside becomes a plot of the settlement; ' +
    'every other one is let go, except those that residents, photographs, tasks, articles, objects, devices or the ' +
    "developer's listing refer to, which stay and are counted in `kept`. Plots of other settlements are never taken. " +
    'Look at the result first with shape_settlement_boundary. Every boundary is kept: setting an earlier ring again ' +
    'brings its plots back.',
  idempotent: true,
  body: 'land',
  input: boundaryInput,
  output: z.object({ data: appliedBoundary }),
  async prepare(input, { db, caller, services, signal }) {
    const id = await requireDrawable(db, input.settlement, caller);
    return shapeLand({ db, geometry: services.geometry, signal }, readDrawing(id, input));
  },
  async handle(input, context, prepared) {
    const { db, caller, now, newId } = context;
    const id = await requireDrawable(db, input.settlement, caller);
    const { shaped, link, unlink } = await settleMoves(context, readDrawing(id, input), prepared);
    const kept = await listReferred(db, unlink);
    const staying = new Set(kept);
    const boundary = {
      ring: toWire(shaped.ring),
      parcels: shaped.parcels,
      exclude: shaped.exclude,
      snap: shaped.snap,
      source: input.source ?? 'manual',
    };
    const unlinked = unlink.filter((parcel) => !staying.has(parcel));
    const moves = { linked: link, unlinked, kept };
    await applyBoundary(
      db,
      { ...boundary, ...moves, id: newId(), settlementId: id, appliedBy: caller.accountId, appliedAt: now() },
      newId,
    );
    return {
      data: { ...boundary, linked: link.length, unlinked: unlinked.length, kept: kept.length },
    };
  },
});

async function requireDrawable(db: Db, settlement: string, caller: SignedInCaller): Promise<string> {
  const { id, standing } = (await findSettlement(db, settlement, caller)) ?? refuse.notFound('settlement');
  permit(mayDrawBoundary(standing, caller.isModerator));
  return id;
}

/**
 * Shaping takes long and was done before the transaction. Only now is the settlement locked, and whatever moved meanwhile
 * is noticed by the mark of the land; then it is shaped again, with the lock held.
 */
async function settleMoves(
  { db, services, signal }: Pick<Context, 'db' | 'services' | 'signal'>,
  drawing: BoundaryDrawing,
  prepared: ShapedLand,
) {
  const { settlementId, parcels, exclude } = drawing;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const shaped =
      attempt === 0 ? prepared : await shapeLand({ db, geometry: services.geometry, signal }, drawing);
    const { link, unlink } = decideMoves(shaped.own, shaped.members, shaped.exclude);
    await lockSettlement(db, settlementId);
    await lockParcels(db, [...link, ...unlink]);
    const { near, wide } = shaped;
    const mark = await findLandMarks(db, { settlementId, listed: [...parcels, ...exclude], near, wide });
    if (mark === shaped.mark) return { shaped, link, unlink };
  }
  return refuse.busy({
    en: 'The plots here are being changed by somebody else just now. Try again in a minute.',
    ru: 'Эти участки сейчас меняет кто-то ещё. Попробуйте через минуту.',
  });
}
