import { z } from 'zod';
import { restOnly } from '../../../domain/kernel/argument-metadata.ts';
import { enumField, opaqueCursor, pageLimit, reference, text } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { detail } from '../../../domain/kernel/reply-summary.ts';
import { articleStatuses } from '../../../domain/rules/article-publication.ts';
import { listOwnArticles } from '../../../store/journal/article-lists.ts';
import { loadSettlement } from '../../loaders/settlement.ts';
import { articlePage, showArticleEntry } from './shapes.ts';

export const list_my_articles = defineOperation({
  name: 'list_my_articles',
  tag: 'Journal',
  route: 'GET /articles/mine',
  success: 200,
  scope: 'mcp:read',
  audiences: ['resident', 'settlement'],
  summary: 'Own articles in all settlements, drafts too, last written first.',
  input: z.object({
    settlement: restOnly(reference.optional().describe('Slug or id.')),
    status: enumField(articleStatuses).optional().describe('Only these.'),
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
  output: articlePage,
  async show({ settlement, status, q, limit, cursor }, { db, caller, cursors }) {
    const settlementId =
      settlement === undefined ? undefined : (await loadSettlement(settlement, { db, caller })).id;
    const bound = { account: caller.accountId, settlement: settlementId, status, q };
    const position = cursors.parse('list_my_articles', bound, cursor);
    const [before] = position.key;
    const rows = await listOwnArticles(db, caller.accountId, { status, settlementId, q, before }, limit + 1);
    const { page, cursor: next } = position.slicePage(rows, limit, (last) => [last.id]);
    return { articles: page.map(showArticleEntry), cursor: next };
  },
});
