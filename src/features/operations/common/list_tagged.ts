import { z } from 'zod';
import {
  enumField,
  opaqueCursor,
  outCursor,
  outEnum,
  outId,
  outSlug,
  outText,
  pageLimit,
  reference,
  text,
} from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { detail } from '../../../domain/kernel/reply-summary.ts';
import { findMarkerPoint } from '../../../domain/rules/parcel-objects.ts';
import { slugify } from '../../../domain/rules/slug.ts';
import { listTagged, type TaggedRow } from '../../../store/journal/tagged.ts';
import { listTaggedPlaces, type TaggedPlace } from '../../../store/journal/tagged-places.ts';
import { findTag, normalizeTagName, type TaggedType, taggedTypes } from '../../../store/journal/tags.ts';
import { loadSettlement } from '../../loaders/settlement.ts';
import { point } from '../settlement/shapes.ts';

const pageSize = 30;
/** Rows read per attempt to fill a page with visible entries; then it ends early, and its cursor continues there. */
const batchSizes = [2 * pageSize, 8 * pageSize, 32 * pageSize];

export const list_tagged = defineOperation({
  name: 'list_tagged',
  tag: 'Common',
  route: 'GET /settlements/{settlement}/tagged/{tag}',
  success: 200,
  scope: 'public',
  audiences: ['public', 'resident', 'settlement'],
  toolsets: ['diary'],
  summary: 'Everything in a settlement that carries a tag, newest first.',
  description: '',
  input: z.object({
    settlement: reference.describe('Slug or id.'),
    tag: text(100, 1).describe('A slug, or as people type it.'),
    type: enumField(taggedTypes).optional().describe('Only these.'),
    detail,
    limit: pageLimit(pageSize, pageSize),
    cursor: opaqueCursor.optional(),
  }),
  summaryFields: ['tag', 'items.type', 'items.id', 'items.title', 'cursor'],
  output: z.object({
    tag: z.object({ slug: outSlug, name: outText.describe('As it was typed first.') }),
    items: z.array(
      z.object({
        type: outEnum(taggedTypes),
        id: outId,
        title: outText.describe('The title; of a plot its number; of a photograph its caption or file name.'),
        slug: outSlug.nullable().describe('Of an article, contact or company; null for the others.'),
        parcel_id: outId.nullable().describe('Of an object: the `parcel` of show_parcel_object; else null.'),
        settlement_id: outId.nullable().describe('Null for companies and the knowledge base.'),
        settlement_slug: outSlug.nullable().describe('Likewise.'),
        place: z
          .object({
            parcel_id: outId,
            plot_number: outText.describe('As people say it.'),
            point: point
              .nullable()
              .describe('The middle of an object that was placed on the plan; else null.'),
          })
          .nullable()
          .describe(
            'The plot of this settlement that an object, diary entry, photograph or task belongs to, or that it is; null: none.',
          ),
      }),
    ),
    cursor: outCursor,
  }),
  async show({ settlement, tag: typed, type, limit, cursor }, { db, caller, cursors, language }) {
    const place = await loadSettlement(settlement, { db, caller });
    const slug = slugify(typed);
    const bound = { settlement: place.id, tag: slug, type };
    const position = cursors.parse('list_tagged', bound, cursor);
    let [before] = position.key;
    const tag = await findTag(db, slug);
    if (tag === undefined)
      return { tag: { slug, name: normalizeTagName(typed) || typed }, items: [], cursor: null };

    const view = {
      settlementId: place.id,
      accountId: caller.accountId,
      settlementRole: place.settlementRole,
    };
    const seen: (TaggedRow & { title: string })[] = [];
    let ended = false;
    for (const size of batchSizes) {
      const rows = await listTagged(db, view, tag.id, type, before, size);
      for (const row of rows) if (row.title !== null) seen.push({ ...row, title: row.title });
      before = rows.at(-1)?.id ?? before;
      ended = rows.length < size;
      if (ended || seen.length > limit) break;
    }
    const items = seen.slice(0, limit);
    const places = await listTaggedPlaces(db, place.id, items);
    const goesOn = seen.length > limit ? items.at(-1)?.id : ended ? undefined : before;
    return {
      tag: { slug: tag.slug, name: tag.name },
      items: items.map(({ type, id, title, slug, parcelId }) => ({
        type,
        id,
        title: title || unnamed[language],
        slug,
        parcel_id: parcelId,
        settlement_id: hasNoSettlement(type) ? null : place.id,
        settlement_slug: hasNoSettlement(type) ? null : place.slug,
        place: showPlace(places.get(id)),
      })),
      cursor: goesOn === undefined ? null : position.cursorAfter([goesOn]),
    };
  },
});

const showPlace = (found: TaggedPlace | undefined) =>
  found === undefined
    ? null
    : {
        parcel_id: found.parcelId,
        plot_number: found.plotNumber,
        point: found.geometry && findMarkerPoint(found.geometry),
      };

const hasNoSettlement = (type: TaggedType) => type === 'company' || type === 'knowledge_article';

const unnamed = { en: 'Photograph', ru: 'Фотография' };
