import { z } from 'zod';
import { restOnly, stateDefault } from '../../../domain/kernel/argument-metadata.ts';
import {
  flag,
  formatTimestamp,
  outEnum,
  outId,
  outSlug,
  outText,
  outTimestamp,
  outWord,
  reference,
} from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { detail } from '../../../domain/kernel/reply-summary.ts';
import { mayDrawBoundary } from '../../../domain/rules/boundary.ts';
import { noSettlementRole } from '../../../domain/rules/settlement-role.ts';
import { shortenName } from '../../../domain/rules/short-name.ts';
import { type BoundaryEntry, findSettlementCard } from '../../../store/land/settlement-card.ts';
import { loadSettlement } from '../../loaders/settlement.ts';
import { placeKinds } from '../shapes/places.ts';
import {
  boundaryInForce,
  boundarySources,
  settlementEntry,
  showBoundary,
  showSettlementEntry,
} from './shapes.ts';

const historyLength = 20;

const boundaryEntry = z.object({
  id: outId.describe('For `restore` of set_settlement_boundary.'),
  applied_at: outTimestamp,
  applied_by: outText.nullable().describe('Short name; null: the operator.'),
  source: outEnum(boundarySources),
  snap: z.boolean(),
  linked: z.int(),
  unlinked: z.int(),
  kept: z.int(),
  renamed: z.int(),
  standing: z.boolean().describe('True for the one in force.'),
});

const settlementCard = settlementEntry.extend({
  time_zone: outWord.describe('The zone in which its days begin, for example Europe/Moscow.'),
  places: z
    .array(z.object({ id: outId, kind: outEnum(placeKinds), name: outText }))
    .describe('Where it lies, from the country down.'),
  boundary: boundaryInForce.nullable().describe('Its boundary; null until one was set.'),
  setbacks: z
    .object({ dwelling_m: z.number(), other_m: z.number() })
    .describe('Metres that buildings have to keep from the border of their plot.'),
  households: z
    .object({ confirmed: z.int(), with_claims: z.int().describe('Also where a claim waits.') })
    .nullable()
    .describe('Plots where somebody lives; null but for residents and the board.'),
  board: z
    .array(
      z.object({
        id: outId,
        name: outText.describe('Short name.'),
        title: outText.optional().describe('Chair, treasurer, …'),
      }),
    )
    .optional()
    .describe('For residents, the board and moderators: who is on the board.'),
  boundary_history: z
    .array(boundaryEntry)
    .optional()
    .describe(`For those who may draw it: boundaries it had, newest first, at most ${historyLength}.`),
  tags: z
    .array(z.object({ slug: outSlug, name: outText, count: z.int() }))
    .optional()
    .describe(
      'With `tags`: at most 50, the most used first, counted over what the caller may see of its newest things; each the `tag` of list_tagged.',
    ),
});

const maxTags = 50;

export const show_settlement = defineOperation({
  name: 'show_settlement',
  tag: 'Settlement',
  route: 'GET /settlements/{settlement}',
  success: 200,
  scope: 'public',
  audiences: ['public', 'resident', 'settlement', 'platform'],
  summary: 'One settlement: its card, where it lies, and its boundary.',
  input: z.object({
    settlement: reference.describe('Slug or id.'),
    detail,
    tags: restOnly(stateDefault(false, flag.optional().describe('True: its tags, counted.'))),
  }),
  summaryFields: [
    'data.id',
    'data.slug',
    'data.name',
    'data.kind',
    'data.status',
    'data.region',
    'data.address',
    'data.parcels_total',
    'data.time_zone',
    'data.places',
    'data.households',
    'data.board',
  ],
  output: z.object({ data: settlementCard }),
  async show({ settlement, tags }, { db, caller }) {
    const { accountId } = caller;
    const seen = accountId === null && !tags ? undefined : await loadSettlement(settlement, { db, caller });
    const settlementRole = seen?.settlementRole ?? noSettlementRole;
    const { isResident, readsAsBoard } = settlementRole;
    const mayDraw = mayDrawBoundary(settlementRole, caller.isModerator) === true;
    const card =
      (await findSettlementCard(db, settlement, {
        board: caller.isModerator || isResident || readsAsBoard,
        history: mayDraw || readsAsBoard ? historyLength : undefined,
        households: isResident || readsAsBoard,
        tags:
          seen && tags
            ? { view: { settlementId: seen.id, accountId, settlementRole }, limit: maxTags }
            : undefined,
      })) ?? refuse.notFound('settlement');
    const { board, history, households, tags: counted } = card;
    return {
      data: {
        ...showSettlementEntry(card),
        time_zone: card.timeZone,
        places: card.places as { id: string; kind: (typeof placeKinds)[number]; name: string }[],
        boundary: card.boundary && showBoundary(card.boundary),
        setbacks: { dwelling_m: card.dwellingSetbackM, other_m: card.otherSetbackM },
        households: households && { confirmed: households.confirmed, with_claims: households.withClaims },
        ...(board && { board: board.map(showBoardMember) }),
        ...(history && { boundary_history: history.map(showEntry) }),
        ...(counted && { tags: counted }),
      },
    };
  },
});

const showBoardMember = ({ id, name, title }: { id: string; name: string; title: string }) => ({
  id,
  name: shortenName(name),
  ...(title !== '' && { title }),
});

function showEntry({ appliedAt, appliedBy, isInForce, ...entry }: BoundaryEntry) {
  return {
    ...entry,
    source: entry.source as (typeof boundarySources)[number],
    applied_at: formatTimestamp(new Date(appliedAt)),
    applied_by: appliedBy && shortenName(appliedBy),
    standing: isInForce,
  };
}
