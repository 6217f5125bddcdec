import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Db } from '../db/connect.ts';
import type { Language } from '../i18n/text.ts';
import type { AnyOperation } from '../kernel/operation.ts';
import { refuse } from '../kernel/refusal.ts';
import type { Kernel } from '../kernel/run.ts';
import { figurePath } from '../knowledge/addresses.ts';
import type { AddressSigner } from '../media/media-path.ts';
import { roundExpiry } from '../media/signed-address.ts';
import { list_knowledge_articles } from '../operations/knowledge/list_knowledge_articles.ts';
import { show_knowledge_article } from '../operations/knowledge/show_knowledge_article.ts';
import { renderText } from '../search/text-reader.ts';
import { listFigures } from '../store/knowledge/knowledge-passages.ts';
import { callOf } from '../transport/rest.ts';
import { sendPage } from './page.ts';
import { renderKnowledgeArticlePage } from './pages/knowledge-article.tsx';
import { renderKnowledgeListPage } from './pages/knowledge-list.tsx';
import { createRenderedTexts } from './rendered-texts.ts';
import { callerOf, viewOf } from './visitor.ts';

type Query = Record<string, string | undefined>;
type FullArticle = z.output<typeof show_knowledge_article.output>;

const calloutTitles = {
  en: { note: 'Note', tip: 'Tip', important: 'Important', warning: 'Warning', caution: 'Careful' },
  ru: { note: 'Заметка', tip: 'Совет', important: 'Важно', warning: 'Внимание', caution: 'Осторожно' },
};

const tooBusy = {
  en: 'Too many long texts are being read just now. Try again in a few seconds.',
  ru: 'Сейчас читается слишком много длинных текстов. Попробуйте через несколько секунд.',
};

/** The knowledge base for people: a list with search, and an article. Read through the operations everybody uses. */
export function registerKnowledgePages(
  pages: FastifyInstance,
  { kernel, db, services, now }: { kernel: Kernel; db: Db; services: AddressSigner; now(): Date },
): void {
  const rendered = createRenderedTexts();

  /** As the visitor who is signed in, or counted as anybody's request. */
  async function read(
    operation: AnyOperation,
    input: Record<string, unknown>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown> {
    const call = callOf(request, reply);
    const caller = callerOf(request);
    return caller.accountId === null
      ? kernel.run(operation, input, call)
      : kernel.perform(operation, input, call, caller);
  }

  async function renderBody(article: FullArticle, language: Language): Promise<string> {
    const { id, body, revision_id, approved_revision_id } = article;
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
      });
      return html ?? refuse.busy(tooBusy);
    });
  }

  pages.get('/knowledge', async (request, reply) => {
    const { search = '', category = '', tag = '', cursor } = request.query as Query;
    const filter = { search, category, tag };
    const { articles, cursor: next } = (await read(
      list_knowledge_articles as unknown as AnyOperation,
      { ...filter, cursor },
      request,
      reply,
    )) as z.output<typeof list_knowledge_articles.output>;
    return sendPage(
      request,
      reply,
      renderKnowledgeListPage({ articles, cursor: next, filter }, viewOf(request)),
    );
  });

  pages.get('/knowledge/:article', async (request, reply) => {
    const { article: reference } = request.params as { article: string };
    const article = (await read(
      show_knowledge_article as unknown as AnyOperation,
      { article: reference },
      request,
      reply,
    )) as FullArticle;
    const view = viewOf(request);
    const safeHtml = await renderBody(article, view.language);
    return sendPage(request, reply, renderKnowledgeArticlePage({ ...article, safeHtml }, view));
  });
}
