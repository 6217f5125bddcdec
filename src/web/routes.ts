import type { FastifyInstance } from 'fastify';
import type { OpenApi } from '../contract/openapi.ts';
import { renderReferencePage } from '../contract/reference-page.tsx';
import type { Kernel } from '../kernel/run.ts';
import { list_settlements } from '../operations/settlement/list_settlements.ts';
import { show_settlement } from '../operations/settlement/show_settlement.ts';
import { chooseEncoding } from '../transport/compression.ts';
import { findAsset } from './assets.ts';
import { registerJournalPages } from './journal-routes.ts';
import { sendPage } from './page.ts';
import { renderConnectPage } from './pages/connect.tsx';
import { renderHomePage } from './pages/home.tsx';
import { renderSettlementPage } from './pages/settlement.tsx';
import { queryText, viewOf } from './visitor.ts';
import { visitorCall } from './visitor-call.ts';
import { audienceNames } from './words.ts';

export function registerAssets(server: FastifyInstance, findApi: () => OpenApi): void {
  server.get('/openapi.json', async (request, reply) =>
    reply
      .header('cache-control', 'public, no-cache')
      .header('vary', 'Host')
      .send({ ...findApi(), servers: [{ url: request.origin }] }),
  );
  server.get('/assets/*', async (request, reply) => {
    const asset = findAsset(request.url.split('?', 1)[0] ?? '');
    if (asset === undefined) return reply.callNotFound();
    const accepted = request.headers['accept-encoding'];
    const encoding = accepted === undefined ? null : chooseEncoding(accepted);
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'Accept-Encoding')
      .type(asset.contentType);
    if (encoding === null) return reply.send(asset.body);
    return reply.header('content-encoding', encoding).send(asset.encoded[encoding]);
  });
}

/** The pages anybody may open. They read through the same operations as everybody else. */
export function registerPublicPages(
  pages: FastifyInstance,
  { kernel, findApi }: { kernel: Kernel; findApi: () => OpenApi },
): void {
  registerJournalPages(pages, { kernel });
  pages.get('/docs', async (request, reply) =>
    sendPage(
      request,
      reply,
      renderReferencePage({ ...findApi(), servers: [{ url: request.origin }] }, viewOf(request)),
    ),
  );
  pages.get('/connect', async (request, reply) => {
    const audience = audienceNames.find((name) => name === queryText(request, 'audience'));
    return sendPage(
      request,
      reply,
      renderConnectPage(audience === undefined ? {} : { audience }, viewOf(request)),
    );
  });
  pages.get('/', async (request, reply) => {
    const [q, kind, cursor] = ['q', 'kind', 'cursor'].map((name) => queryText(request, name)) as [
      string,
      string,
      string,
    ];
    const { settlements, cursor: next } = await visitorCall(
      kernel,
      request,
      reply,
    )(list_settlements, { q, kind, cursor });
    return sendPage(request, reply, renderHomePage({ settlements, cursor: next, q, kind }, viewOf(request)));
  });
  pages.get('/settlements/:settlement', async (request, reply) => {
    const { settlement } = request.params as { settlement: string };
    const { data } = await visitorCall(kernel, request, reply)(show_settlement, { settlement });
    return sendPage(
      request,
      reply,
      renderSettlementPage({ settlement: data, ring: data.boundary?.ring ?? null }, viewOf(request)),
    );
  });
}
