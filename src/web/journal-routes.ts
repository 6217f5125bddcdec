import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { refuse } from '../kernel/refusal.ts';
import type { Kernel } from '../kernel/run.ts';
import { list_articles } from '../operations/journal/list_articles.ts';
import { show_article } from '../operations/journal/show_article.ts';
import { show_settlement } from '../operations/settlement/show_settlement.ts';
import { renderText } from '../search/text-reader.ts';
import { renderArticleListPage, renderArticlePage } from './pages/journal/article.tsx';
import { registerJournalFeed } from './pages/journal/feed.ts';
import { visitorCall } from './server/call.ts';
import { createRenderedTexts, type RenderedTexts, tooBusy } from './server/rendered-texts.ts';
import { sendPage } from './server/respond.ts';
import { queryText, viewOf } from './server/visitor.ts';

type Shown = z.output<typeof show_article.output>['data'];

/** A settlement's articles for people: what the operations show to this visitor. */
export function registerJournalPages(pages: FastifyInstance, { kernel }: { kernel: Kernel }): void {
  const rendered = createRenderedTexts();
  registerJournalFeed(pages, { kernel });
  pages.get('/settlements/:settlement/articles', async (request, reply) => {
    const { settlement } = request.params as { settlement: string };
    const call = visitorCall(kernel, request, reply);
    const { data } = await call(show_settlement, { settlement });
    const page = await call(list_articles, { settlement, cursor: queryText(request, 'cursor') });
    return sendPage(request, reply, renderArticleListPage({ settlement: data, ...page }, viewOf(request)));
  });
  pages.get('/settlements/:settlement/articles/:article', async (request, reply) => {
    const { settlement, article } = request.params as { settlement: string; article: string };
    const call = visitorCall(kernel, request, reply);
    const { data } = await call(show_settlement, { settlement });
    const shown = await call(show_article, { settlement, article });
    const safeHtml = await renderBody(shown.data, rendered);
    return sendPage(
      request,
      reply,
      renderArticlePage({ settlement: data, article: shown.data, safeHtml }, viewOf(request)),
    );
  });
}

/** Made once for all who may read the same words: what a mention becomes depends on who looks. */
export async function renderBody(
  { body, mentions }: Pick<Shown, 'body' | 'mentions'>,
  rendered: RenderedTexts,
): Promise<string> {
  const titles = Object.fromEntries(
    Object.entries(mentions).flatMap(([key, mentioned]) => (mentioned ? [[key, mentioned.title]] : [])),
  );
  const key = hash('sha256', JSON.stringify([body, titles]), 'base64url');
  return rendered.take(
    key,
    async () => (await renderText(body, { mentions: titles })) ?? refuse.busy(tooBusy),
  );
}
