import type { FastifyInstance } from 'fastify';
import type { OpenApi } from '../contract/openapi.ts';
import { renderReferencePage } from '../contract/reference-page.tsx';
import { Refusal } from '../kernel/refusal.ts';
import type { Kernel } from '../kernel/run.ts';
import { list_settlements } from '../operations/settlement/list_settlements.ts';
import { show_settlement } from '../operations/settlement/show_settlement.ts';
import { callOf } from '../transport/rest.ts';
import { httpStatus } from '../transport/status.ts';
import { findAsset } from './assets.ts';
import { publicView, sendPage } from './page.ts';
import { renderConnectPage } from './pages/connect.tsx';
import { renderErrorPage } from './pages/error.tsx';
import { renderHomePage } from './pages/home.tsx';
import { renderSettlementPage } from './pages/settlement.tsx';

export interface PageParts {
  kernel: Kernel;
  api: OpenApi;
}

type Query = Record<string, string | undefined>;

/** The pages anybody may open. They read through the same operations as everybody else. */
export function registerPages(server: FastifyInstance, { kernel, api }: PageParts): void {
  server.get('/openapi.json', async (request, reply) =>
    reply.header('cache-control', 'public, no-cache').send({ ...api, servers: [{ url: request.origin }] }),
  );
  server.get('/docs', async (request, reply) =>
    sendPage(
      request,
      reply,
      renderReferencePage({ ...api, servers: [{ url: request.origin }] }, publicView(request)),
    ),
  );
  server.get('/connect', async (request, reply) =>
    sendPage(request, reply, renderConnectPage({}, publicView(request))),
  );
  server.get('/assets/*', async (request, reply) => {
    const asset = findAsset(request.url.split('?', 1)[0] ?? '');
    if (asset === undefined) return reply.callNotFound();
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type(asset.contentType)
      .send(asset.body);
  });

  server.register(async (pages) => {
    pages.setErrorHandler((error, request, reply) => {
      if (!(error instanceof Refusal)) throw error;
      const view = publicView(request);
      const status = httpStatus[error.kind];
      return sendPage(
        request,
        reply,
        renderErrorPage({ status, message: error.text[view.language] }, view),
        status,
      );
    });
    pages.get('/', async (request, reply) => {
      const { q = '', kind = '', cursor } = request.query as Query;
      const { settlements, cursor: next } = (await kernel.run(
        list_settlements,
        { q, kind, cursor },
        callOf(request, reply),
      )) as {
        settlements: Parameters<typeof renderHomePage>[0]['settlements'];
        cursor: string | null;
      };
      return sendPage(
        request,
        reply,
        renderHomePage({ settlements, cursor: next, q, kind }, publicView(request)),
      );
    });
    pages.get('/settlements/:settlement', async (request, reply) => {
      const { settlement } = request.params as { settlement: string };
      const { data } = (await kernel.run(show_settlement, { settlement }, callOf(request, reply))) as {
        data: Parameters<typeof renderSettlementPage>[0]['settlement'] & {
          boundary: { ring: Parameters<typeof renderSettlementPage>[0]['ring'] } | null;
        };
      };
      return sendPage(
        request,
        reply,
        renderSettlementPage({ settlement: data, ring: data.boundary?.ring ?? null }, publicView(request)),
      );
    });
  });
}
