import { z } from 'zod';
import { restOnly, stateDefault } from '../../../domain/kernel/argument-metadata.ts';
import {
  flag,
  formatTimestamp,
  integer,
  nonBlank,
  outId,
  outText,
  outTimestamp,
  outUrl,
} from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { detail } from '../../../domain/kernel/reply-summary.ts';
import { findArticleNames, findFigures } from '../../../store/knowledge/knowledge-passages.ts';
import { findMatchedWords } from '../../../store/knowledge/matched-words.ts';
import { searchPassages } from '../../../store/knowledge/search-query.ts';
import { passageUrl } from '../../knowledge/article-urls.ts';
import { chooseKeptWords } from '../../knowledge/unanswered-words.ts';

const passage = z.object({
  id: outId.describe('For quote_knowledge_article. It lasts while the passage itself stays unchanged.'),
  source_id: outId.describe('The article, for show_knowledge_article and show_knowledge_figure.'),
  parcel_id: outId.nullable().describe('Null in the shared base.'),
  kind: z.literal('shared_article'),
  title: outText.describe('The article’s title and the headings above the passage.'),
  text: outText.describe('A diagram is marked `[figure:<number>]`, followed by the words on it.'),
  link: outUrl.describe('Where a person reads it: the place in the article where the passage begins.'),
  indexed_at: outTimestamp,
  found: z.array(outText).optional().describe('With mark: its words that match.'),
  sentence: outText.optional().describe('With mark: the part of `text` that answers, if one stands out.'),
});

const figure = z.object({
  id: outId.describe('Its number in the article: the `figure` of show_knowledge_figure.'),
  article: outId.describe('The article, also for show_knowledge_figure.'),
  article_title: outText,
  caption: outText.describe('May be empty.'),
});

export const search_shared_knowledge = defineOperation({
  name: 'search_shared_knowledge',
  tag: 'Knowledge',
  route: 'GET /knowledge/search',
  success: 200,
  scope: 'public',
  audiences: ['public', 'resident', 'settlement', 'platform'],
  summary: 'Passages of the knowledge base that answer a question, best first, and their figures.',
  description:
    'Quote a passage by its `id` with quote_knowledge_article; read on with show_knowledge_article, `article` its `source_id`.',
  input: z.object({
    question: nonBlank(500).describe('In plain words.'),
    detail,
    limit: integer(1, 20).default(8).describe('1 to 20 passages.'),
    mark: restOnly(
      stateDefault(
        false,
        flag.optional().describe('true: tells `found`, `sentence`, `searched` and `unknown`.'),
      ),
    ),
  }),
  summaryFields: [
    'data.found',
    'data.passages.id',
    'data.passages.source_id',
    'data.passages.title',
    'data.passages.link',
    'data.figures',
  ],
  output: z.object({
    data: z.object({
      found: z.boolean().describe('false: nothing answers it; none are given.'),
      passages: z.array(passage),
      figures: z.array(figure),
      searched: z
        .array(z.object({ asked: outText, meant: outText }))
        .optional()
        .describe('With mark: each word as it was understood.'),
      unknown: z.array(outText).optional().describe('With mark: words that no article has.'),
    }),
  }),
  async show({ question, limit, mark }, { db, origin, services }) {
    const nearest = services.semanticSearch.findNearest(question);
    const { passages, isFound } = await searchPassages(db, question, limit, nearest);
    const found = isFound ? passages : [];
    const names = await findArticleNames(
      db,
      found.map(({ articleId }) => articleId),
    );
    const marked = found.flatMap(({ articleId, figures }) =>
      figures.map((number) => ({ articleId, number })),
    );
    const figures = await findFigures(db, marked);
    // Only what people ask on pages: an assistant's question may tell of the person it serves.
    const kept = mark && !isFound ? chooseKeptWords(question) : null;
    if (kept !== null) services.unansweredQuestions.count(kept);
    const meant = mark ? await findMatchedWords(db, question, found) : undefined;
    return {
      data: {
        found: isFound,
        passages: found.flatMap((row, place) => {
          const article = names.get(row.articleId);
          if (article === undefined) return [];
          return {
            id: row.id,
            source_id: row.articleId,
            parcel_id: null,
            kind: 'shared_article' as const,
            title: row.title,
            text: row.text,
            link: passageUrl(origin, article.slug, row.id),
            indexed_at: formatTimestamp(row.indexedAt),
            ...(meant && { found: meant.found[place] ?? [], sentence: meant.sentences[place] ?? undefined }),
          };
        }),
        figures: figures.map(({ number, caption, article }) => ({
          id: String(number),
          article: article.id,
          article_title: article.title,
          caption,
        })),
        ...(meant && { searched: meant.sought, unknown: meant.unknown }),
      },
    };
  },
});
