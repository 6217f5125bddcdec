import { z } from 'zod';
import {
  enumField,
  opaqueCursor,
  outCursor,
  outUrl,
  pageLimit,
  parcelReference,
  text,
} from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { detail } from '../../../domain/kernel/reply-summary.ts';
import { articleKinds } from '../../../domain/rules/article-publication.ts';
import { createSignedMediaPath } from '../../../engines/media/signed-media-path.ts';
import { listArticles, searchFeed } from '../../../store/journal/article-lists.ts';
import { resolveParcelFilter } from '../../loaders/parcel-reference.ts';
import { loadSettlement } from '../../loaders/settlement.ts';
import { toReader } from './article-mentions.ts';
import { articleEntry, settlementField, showArticleEntry } from './shapes.ts';

const coverPath = outUrl.nullable().describe('Its photograph, small; expires within two hours.');

export const list_articles = defineOperation({
  name: 'list_articles',
  tag: 'Journal',
  route: 'GET /settlements/{settlement}/articles',
  success: 200,
  scope: 'public',
  audiences: ['public', 'resident', 'settlement'],
  summary: "A settlement's blog, or the diary of a plot: published articles, newest first.",
  description: 'Own drafts: list_my_articles.',
  input: z.object({
    settlement: settlementField,
    parcel_id: parcelReference.optional().describe('Plot: number or id.'),
    kind: enumField(articleKinds).optional().describe('Only this kind.'),
    q: text(120).optional().describe('Words to find.'),
    detail,
    limit: pageLimit(30, 30),
    cursor: opaqueCursor.optional(),
  }),
  summaryFields: [
    'articles.id',
    'articles.settlement_id',
    'articles.slug',
    'articles.title',
    'articles.kind',
    'articles.status',
    'articles.plot_number',
    'articles.author_name',
    'articles.published_at',
    'cursor',
  ],
  output: z.object({
    articles: z.array(articleEntry.extend({ cover_path: coverPath })),
    cursor: outCursor,
  }),
  ignoredBeside: { kind: 'parcel_id' },
  async show({ settlement, parcel_id, kind, q, limit, cursor }, { db, caller, cursors, services, now }) {
    const found = await loadSettlement(settlement, { db, caller });
    const bound = { settlement: found.id, parcel_id, kind, q };
    const position = cursors.parse('list_articles', bound, cursor);
    const [publishedAt, id] = position.key;
    const after = id === undefined ? undefined : { publishedAt: new Date(Number(publishedAt)), id };
    const parcelId = await resolveParcelFilter({ db, caller }, found.id, parcel_id, 'parcel_id');
    const parcelIds = parcelId === undefined ? undefined : [parcelId];
    const view = toReader(found, caller);
    const filter = { parcelIds, kind, after };
    const rows =
      q === undefined
        ? await listArticles(db, view, filter, limit + 1)
        : await searchFeed(db, view, { ...filter, q }, limit + 1);
    const { page, cursor: next } = position.slicePage(rows, limit, (last) => [
      BigInt(last.publishedAt?.getTime() ?? 0),
      last.id,
    ]);
    const at = now();
    return {
      articles: page.map((row) => ({
        cover_path: row.cover && createSignedMediaPath(services, row.cover, 'thumb', at),
        ...showArticleEntry(row),
      })),
      cursor: next,
    };
  },
});
