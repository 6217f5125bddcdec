import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Db } from '../db/connect.ts';
import type { Language } from '../i18n/text.ts';
import { refuse } from '../kernel/refusal.ts';
import type { Kernel } from '../kernel/run.ts';
import { figurePath } from '../knowledge/addresses.ts';
import type { AddressSigner } from '../media/media-path.ts';
import { roundExpiry } from '../media/signed-address.ts';
import { list_knowledge_articles } from '../operations/knowledge/list_knowledge_articles.ts';
import { show_knowledge_article } from '../operations/knowledge/show_knowledge_article.ts';
import { renderText } from '../search/text-reader.ts';
import { listFigures, listIndexed } from '../store/knowledge/knowledge-passages.ts';
import { renderKnowledgeArticlePage } from './pages/knowledge/knowledge-article.tsx';
import { renderKnowledgeListPage } from './pages/knowledge/knowledge-list.tsx';
import { visitorCall } from './server/call.ts';
import { createRenderedTexts, tooBusy } from './server/rendered-texts.ts';
import { sendPage } from './server/respond.ts';
import { queryText, viewOf } from './server/visitor.ts';

type FullArticle = z.output<typeof show_knowledge_article.output>;

const calloutTitles = {
  en: { note: 'Note', tip: 'Tip', important: 'Important', warning: 'Warning', caution: 'Careful' },
  ru: { note: 'Заметка', tip: 'Совет', important: 'Важно', warning: 'Внимание', caution: 'Осторожно' },
};

/** The knowledge base for people: a list with search, and an article. Read through the operations everybody uses. */
export function registerKnowledgePages(
  pages: FastifyInstance,
  { kernel, db, services, now }: { kernel: Kernel; db: Db; services: AddressSigner; now(): Date },
): void {
  const rendered = createRenderedTexts();

  async function renderBody(article: FullArticle, language: Language): Promise<string> {
    const { id, title, body, revision_id, approved_revision_id } = article;
    // Addresses of photographs hold for an hour or more; a page is kept no longer than they.
    const until = roundExpiry(now()).getTime();
    return rendered.take(`${revision_id} ${approved_revision_id} ${language} ${until}`, async () => {
      // Only the approved text has its diagrams drawn; others show them as they were written.
      const drawn = revision_id === approved_revision_id ? await listFigures(db, id) : [];
      const addressed = drawn.map((figure) => ({ figure, address: figurePath(services, id, figure, now()) }));
      const html = await renderText(body, {
        ...(drawn.length > 0 && {
          figures: new Map(addressed.map(({ figure, address }) => [figure.number, address])),
        }),
        pictures: new Map(
          addressed.flatMap(({ figure, address }) =>
            figure.mediaId === null ? [] : [[figure.mediaId, address]],
          ),
        ),
        calloutTitles: calloutTitles[language],
        indexed: { title, ...(await listIndexed(db, id)) },
      });
      return html ?? refuse.busy(tooBusy);
    });
  }

  pages.get('/knowledge', async (request, reply) => {
    const filter = {
      search: queryText(request, 'search'),
      category: queryText(request, 'category'),
      tag: queryText(request, 'tag'),
    };
    const { articles, cursor: next } = await visitorCall(
      kernel,
      request,
      reply,
    )(list_knowledge_articles, { ...filter, cursor: queryText(request, 'cursor') });
    return sendPage(
      request,
      reply,
      renderKnowledgeListPage({ articles, cursor: next, filter }, viewOf(request)),
    );
  });

  pages.get('/knowledge/:article', async (request, reply) => {
    const { article: reference } = request.params as { article: string };
    const article = await visitorCall(kernel, request, reply)(show_knowledge_article, { article: reference });
    const view = viewOf(request);
    const safeHtml = await renderBody(article, view.language);
    return sendPage(request, reply, renderKnowledgeArticlePage({ ...article, safeHtml }, view));
  });
}
