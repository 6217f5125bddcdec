import { z } from 'zod';
import { fillPath, paths } from '../../../base/site/paths.ts';
import type { SignedInCaller } from '../../../domain/kernel/caller.ts';
import type { SignedInContext } from '../../../domain/kernel/context.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { quoteUserText } from '../../../domain/rules/question-texts.ts';
import { findBoundaryInForce } from '../../../store/land/boundary-history.ts';
import { findSecondNeeded, refuseAlone } from '../../loaders/second-member.ts';
import { loadSettlement } from '../../loaders/settlement.ts';
import { appliedBoundary, changeBoundary, shapeDrawing } from './boundary-change.ts';
import { boundaryInput, permitDrawing, previewHandle } from './boundary-drawing.ts';
import { countMoves, planMoves } from './boundary-moves.ts';

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
  load: ({ settlement }, context) => loadForBoundary(settlement, context),
  permit: permitBoundary,
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
    const permitAgain = async () =>
      permitBoundary(await loadForBoundary(input.settlement, context), context.caller);
    return { data: await changeBoundary(context, id, prepared, { onClash: input.on_clash, permitAgain }) };
  },
  show: showWritten,
});

/** With the page where it is proposed, where a second member has to agree. */
async function loadForBoundary(reference: string, context: SignedInContext) {
  const settlement = await loadSettlement(reference, context);
  const page = context.origin + fillPath(paths.boundary, { settlement: settlement.slug });
  return { ...settlement, secondNeeded: await findSecondNeeded(context, settlement, page) };
}

function permitBoundary(
  settlement: Awaited<ReturnType<typeof loadForBoundary>>,
  caller: SignedInCaller,
): void {
  permitDrawing(settlement, caller);
  refuseAlone('settlement', settlement.secondNeeded);
}
