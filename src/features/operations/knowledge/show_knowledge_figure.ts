import { z } from 'zod';
import { integer, outId, outText, outUrl } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { findFigure } from '../../../store/knowledge/knowledge-passages.ts';
import { figurePath } from '../../knowledge/article-urls.ts';
import { articleReference, quotedArticle, showQuotedArticle } from './shapes.ts';

export const show_knowledge_figure = defineOperation({
  name: 'show_knowledge_figure',
  tag: 'Knowledge',
  route: 'GET /knowledge/{article}/figures/{figure}',
  success: 200,
  scope: 'public',
  audiences: ['public', 'resident', 'settlement', 'platform'],
  summary: 'A picture or diagram of an article: address, caption, words on it.',
  input: z.object({
    article: articleReference,
    figure: integer(1, 9999).describe('From `[figure:<number>]`.'),
  }),
  output: z.object({
    data: z.object({
      id: outId.describe('Its number in the article.'),
      url: outUrl.describe(
        'Where the picture is: an SVG for a diagram. The address of a photograph expires within two hours.',
      ),
      caption: outText.describe('May be empty.'),
      text: outText.describe('The words on the figure.'),
      article: quotedArticle,
    }),
  }),
  pictures: ({ data }) => [
    { address: data.url, uri: `settlements://knowledge/${data.article.id}/figures/${data.id}` },
  ],
  resource: {
    uriTemplate: 'settlements://knowledge/{article}/figures/{figure}',
    title: 'Picture or diagram of an article',
    picture: ({ data }) => data.url,
  },
  async show({ article, figure }, { db, origin, services, now }) {
    const found = (await findFigure(db, article, figure)) ?? refuse.notFound('figure');
    return {
      data: {
        id: String(found.number),
        url: origin + figurePath(services, found.article.id, found, now()),
        caption: found.caption,
        text: found.words,
        article: showQuotedArticle(origin, found.article),
      },
    };
  },
});
