import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Kernel } from '../kernel/run.ts';
import { list_articles } from '../operations/journal/list_articles.ts';
import { show_article } from '../operations/journal/show_article.ts';
import { show_settlement } from '../operations/settlement/show_settlement.ts';
import { renderHtml } from '../search/html.ts';
import { readMarkdown } from '../search/markdown.ts';
import { callOf } from '../transport/rest.ts';
import { registerJournalFeed } from './journal-feed.ts';
import { sendPage } from './page.ts';
import { renderArticleListPage, renderArticlePage } from './pages/article.tsx';
import { viewOf } from './visitor.ts';

type Shown = z.output<typeof show_article.output>['data'];

/** A settlement's public articles for people, through the operations everybody uses: no token, so only what is public. */
export function registerJournalPages(pages: FastifyInstance, { kernel }: { kernel: Kernel }): void {
  registerJournalFeed(pages, { kernel });
  pages.get('/settlements/:settlement/articles', async (request, reply) => {
    const { settlement } = request.params as { settlement: string };
    const { cursor } = request.query as { cursor?: string };
    const call = callOf(request, reply);
    const { data } = (await kernel.run(show_settlement, { settlement }, call)) as z.output<
      typeof show_settlement.output
    >;
    const page = (await kernel.run(list_articles, { settlement, cursor }, call)) as z.output<
      typeof list_articles.output
    >;
    return sendPage(request, reply, renderArticleListPage({ settlement: data, ...page }, viewOf(request)));
  });
  pages.get('/settlements/:settlement/articles/:article', async (request, reply) => {
    const { settlement, article } = request.params as { settlement: string; article: string };
    const call = callOf(request, reply);
    const { data } = (await kernel.run(show_settlement, { settlement }, call)) as z.output<
      typeof show_settlement.output
    >;
    const shown = (await kernel.run(show_article, { settlement, article }, call)) as z.output<
      typeof show_article.output
    >;
    const safeHtml = renderBody(shown.data);
    return sendPage(
      request,
      reply,
      renderArticlePage({ settlement: data, article: shown.data, safeHtml }, viewOf(request)),
    );
  });
}

/** Tokens become titles where they stand as text, never in code; the renderer escapes them like any other words. */
export function renderBody({ body, mentions }: Pick<Shown, 'body' | 'mentions'>): string {
  const markdown = readMarkdown(body);
  for (const token of markdown.tokens) {
    for (const child of token.children ?? []) {
      if (child.type !== 'text') continue;
      child.content = child.content.replace(/\[(\w+:\d+)\]/g, (typed, key: string) =>
        Object.hasOwn(mentions, key) ? (mentions[key]?.title ?? typed) : typed,
      );
    }
  }
  return renderHtml(markdown);
}
