import { z } from 'zod';
import type { Db } from '../../../base/db/connect.ts';
import { restOnly, stateDefault } from '../../../domain/kernel/argument-metadata.ts';
import { flag, opaqueCursor, outCursor, outEnum, pageLimit, text } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { detail } from '../../../domain/kernel/reply-summary.ts';
import {
  type KnowledgeCategory,
  knowledgeCategories,
  listCoveredCategories,
} from '../../../domain/rules/knowledge-categories.ts';
import { slugify } from '../../../domain/rules/slug.ts';
import {
  countKnowledgeSections,
  findKnowledgeEntries,
  listKnowledgeArticles,
} from '../../../store/knowledge/knowledge-articles.ts';
import { searchKnowledgeArticles } from '../../../store/knowledge/knowledge-search.ts';
import { articleEntry, category, showKnowledgeEntry } from './shapes.ts';

export const list_knowledge_articles = defineOperation({
  name: 'list_knowledge_articles',
  tag: 'Knowledge',
  route: 'GET /knowledge/articles',
  success: 200,
  scope: 'public',
  audiences: ['public', 'resident', 'platform'],
  summary: 'Published articles of the knowledge base, newest first; with `search` one page by relevance.',
  description: 'For a question use search_shared_knowledge.',
  input: z.object({
    search: text(200).optional().describe('Words, in Russian or English.'),
    category: category.optional().describe('A top one takes in its sections.'),
    tag: text(100).optional().describe('A slug, or as people type it.'),
    sections: restOnly(
      stateDefault(false, flag.optional().describe('Also how many articles each section holds.')),
    ),
    detail,
    limit: pageLimit(30, 30),
    cursor: opaqueCursor.optional(),
  }),
  summaryFields: [
    'articles.id',
    'articles.slug',
    'articles.title',
    'articles.category',
    'articles.published_at',
    'cursor',
    'sections',
  ],
  output: z.object({
    articles: z.array(articleEntry),
    cursor: outCursor,
    sections: z
      .array(z.object({ category: outEnum(knowledgeCategories), articles: z.int() }))
      .optional()
      .describe('Only with `sections`: those that hold any, each without the sections under it.'),
  }),
  async show({ search, limit, cursor, sections, ...bound }, { db, cursors }) {
    const counted = sections ? { sections: await countSections(db) } : {};
    const filter = {
      categories: bound.category && listCoveredCategories(bound.category),
      tagSlug: bound.tag?.trim() ? slugify(bound.tag) : undefined,
    };
    if (search?.trim()) {
      const found = await searchKnowledgeArticles(db, search, limit, filter);
      return {
        articles: (await findKnowledgeEntries(db, found)).map(showKnowledgeEntry),
        cursor: null,
        ...counted,
      };
    }
    const position = cursors.parse('list_knowledge_articles', bound, cursor);
    const [publishedAt, id] = position.key;
    const after = id === undefined ? undefined : { publishedAt: new Date(Number(publishedAt)), id };
    const rows = await listKnowledgeArticles(db, filter, after, limit + 1);
    const { page, cursor: next } = position.slicePage(rows, limit, (last) => [
      BigInt(last.publishedAt?.getTime() ?? 0),
      last.id,
    ]);
    return { articles: page.map(showKnowledgeEntry), cursor: next, ...counted };
  },
});

async function countSections(db: Db) {
  const counts = await countKnowledgeSections(db);
  return counts.map(({ category, articles }) => ({ category: category as KnowledgeCategory, articles }));
}
