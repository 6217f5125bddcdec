import { z } from 'zod';
import { fillPath, paths } from '../../../base/site/paths.ts';
import type { Context, SignedInContext } from '../../../domain/kernel/context.ts';
import { outId } from '../../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { StalePreparation } from '../../../domain/kernel/preparation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { decideMoves } from '../../../domain/rules/boundary.ts';
import { quoteUserText } from '../../../domain/rules/question-texts.ts';
import { toWire } from '../../../engines/geometry/engine.ts';
import { applyBoundary, lockParcels, lockSettlement } from '../../../store/land/boundaries.ts';
import { findBoundaryInForce } from '../../../store/land/boundary-history.ts';
import { findLandDigests } from '../../../store/land/land.ts';
import { recordDecision } from '../../../store/system/audit.ts';
import { loadSettlement } from '../../loaders/settlement.ts';
import {
  type BoundaryDrawing,
  boundaryInput,
  loadDrawing,
  permitDrawing,
  previewHandle,
} from './boundary-drawing.ts';
import { countMoves, digestLand, moveCounts, planMoves, renaming, showRenaming } from './boundary-moves.ts';
import { type ShapedLand, shapeLand } from './boundary-shaping.ts';
import { boundaryInForce } from './shapes.ts';

const appliedBoundary = boundaryInForce.extend({
  id: outId.describe('Goes into `restore` to come back to this boundary.'),
  ...moveCounts,
  renamed: z.array(renaming).describe('Plots taken in whose number was taken.'),
});

export const set_settlement_boundary = defineOperation({
  name: 'set_settlement_boundary',
  tag: 'Settlement',
  route: 'PATCH /settlements/{settlement}/boundary',
  success: 200,
  scope: 'mcp:write',
  audiences: ['settlement', 'platform'],
  offeredTo: ['editor', 'moderator'],
  destructive: true,
  asksFirst: true,
  summary: "Set a settlement's boundary and apply it to its plots: it replaces the one in force.",
  description:
    'For the board and for moderators. Plots whose centre lies inside come in, never those of other settlements; the ' +
    'others are let go, except those that anything refers to, which are counted in `kept`. Look first with ' +
    'shape_settlement_boundary and apply its `preview`. Every boundary is kept: `restore` brings one back.',
  idempotent: true,
  body: 'land',
  input: boundaryInput.extend({ preview: previewHandle }),
  output: z.object({ data: appliedBoundary }),
  shortReply: ['id', 'linked', 'unlinked', 'kept', 'renamed', 'snap', 'source'].map((name) => `data.${name}`),
  pagePath: (_, { settlement }) => fillPath(paths.boundary, { settlement: String(settlement) }),
  head: ['settlement'],
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit: permitDrawing,
  async question(input, context, { id, name }) {
    const { db } = context;
    const { shaped } = await shapeDrawing(context, id, input);
    const { linked, unlinked, kept } = countMoves(await planMoves(db, id, shaped));
    const place = quoteUserText(name);
    // Another boundary may be in force by the time of the answer: its number is part of the question.
    const number = await findBoundaryInForce(db, id);
    return {
      en: `Replace the boundary of ${place}${number === null ? '' : `, number ${number}`}? Plots taken in: ${linked}; let go: ${unlinked}; outside, but kept because something refers to them: ${kept}.`,
      ru: `Заменить границу посёлка ${place}${number === null ? '' : `, её номер ${number}`}? Участков войдёт: ${linked}, выйдет: ${unlinked}, останется за границей, потому что на них что-то записано: ${kept}.`,
    };
  },
  prepare: (input, context, { id }) => shapeDrawing(context, id, input),
  async write(input, context, { id }, prepared) {
    const { db, caller, now, newId } = context;
    const { drawing, shaped } = prepared;
    const moves = await lockAndPlanMoves(context, drawing, shaped);
    // Checked again: the caller may have left the board while waiting for the lock.
    permitDrawing(await loadSettlement(input.settlement, context), caller);
    const renamed = moves.renamed.map(showRenaming);
    if (renamed.length > 0 && input.on_clash === 'refuse') refuseClash(renamed);
    const { parcels, exclude, snap } = shaped;
    const boundary = {
      id: newId(),
      ring: toWire(shaped.ring),
      parcels,
      exclude,
      snap,
      source: drawing.source,
    };
    const applied = { settlementId: id, appliedBy: caller.accountId, appliedAt: now() };
    await applyBoundary(db, { ...boundary, ...moves, ...applied }, newId);
    await recordDecision(context, {
      action: 'set_settlement_boundary',
      subject: { type: 'settlement', id },
      settlementId: id,
      after: { boundary: boundary.id, source: boundary.source, ...countMoves(moves) },
    });
    return { data: { ...boundary, ...countMoves(moves), renamed } };
  },
  show: showWritten,
});

async function shapeDrawing(
  context: SignedInContext,
  settlementId: string,
  input: Parameters<typeof loadDrawing>[2],
) {
  const drawing = await loadDrawing(context, settlementId, input);
  return { drawing, shaped: await shapeLand(context, drawing) };
}

/**
 * Shaping is slow and was done before the transaction. The settlement is locked only now; changes since then show in
 * the digest of the land.
 */
async function lockAndPlanMoves(
  { db }: Pick<Context, 'db'>,
  { settlementId, parcels, exclude, previewDigest }: BoundaryDrawing,
  shaped: ShapedLand,
) {
  const { link, unlink } = decideMoves(shaped.own, shaped.members, shaped.exclude);
  await lockSettlement(db, settlementId);
  await lockParcels(db, [...link, ...unlink]);
  const { near, wide } = shaped;
  const mark = await findLandDigests(db, { settlementId, listed: [...parcels, ...exclude], near, wide });
  if (mark !== shaped.mark) throw new StalePreparation();
  const moves = await planMoves(db, settlementId, shaped);
  if (previewDigest !== null && digestLand(shaped, moves) !== previewDigest)
    refuse.invalid('preview', landChangedText);
  return moves;
}

function refuseClash(clashing: readonly z.input<typeof renaming>[]): never {
  const numbers = clashing.slice(0, 10).map(({ number }) => number);
  const list = `${numbers.join(', ')}${clashing.length > numbers.length ? ', …' : ''}`;
  return refuse.invalid(
    'on_clash',
    {
      en: `These plot numbers are taken in the settlement: ${list}. Leave those plots out, or let them get their cadastral numbers.`,
      ru: `Такие номера участков в посёлке уже есть: ${list}. Не включайте эти участки или согласитесь на их кадастровые номера.`,
    },
    { clashing },
  );
}

const landChangedText = {
  en: 'The land has changed since this preview: other plots would move now. Shape the boundary again.',
  ru: 'С тех пор земля изменилась, и затронуты были бы другие участки. Посмотрите границу ещё раз.',
};
