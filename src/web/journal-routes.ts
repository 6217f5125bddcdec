import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Language } from '../i18n/text.ts';
import { refuse } from '../kernel/refusal.ts';
import type { Kernel } from '../kernel/run.ts';
import { list_articles } from '../operations/journal/list_articles.ts';
import { show_article } from '../operations/journal/show_article.ts';
import { show_settlement } from '../operations/settlement/show_settlement.ts';
import { hideMentions } from '../rules/mentions.ts';
import { renderText } from '../search/text-reader.ts';
import { registerJournalFeed } from './journal-feed.ts';
import { sendPage } from './page.ts';
import { renderArticleListPage, renderArticlePage } from './pages/article.tsx';
import { createRenderedTexts, type RenderedTexts, tooBusy } from './rendered-texts.ts';
import { queryText, viewOf } from './visitor.ts';
import { visitorCall } from './visitor-call.ts';

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
    const safeHtml = await renderBody(shown.data, rendered, viewOf(request).language);
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
  language: Language,
): Promise<string> {
  // Who may edit gets every token; on a page nobody wants to read one.
  const text = hideMentions(body, new Set(Object.keys(mentions)), language);
  const titles = Object.fromEntries(
    Object.entries(mentions).flatMap(([key, mentioned]) => (mentioned ? [[key, mentioned.title]] : [])),
  );
  const key = hash('sha256', JSON.stringify([text, titles]), 'base64url');
  return rendered.take(
    key,
    async () => (await renderText(text, { mentions: titles })) ?? refuse.busy(tooBusy),
  );
}
