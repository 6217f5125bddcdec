import type { FastifyInstance } from 'fastify';
import { paths } from '../../../base/site/paths.ts';
import type { OpenApi } from '../../contract/openapi.ts';
import { chooseEncoding } from '../../transport/compression.ts';
import { findAssetByName, findAssetByPath } from '../ui/assets.ts';
import { choosePageLanguage } from './page-language.ts';
import { renderManifest } from './web-app-manifest.ts';

/** Not for search engines: forms, pages behind the sign-in, search results and APIs. */
const disallowedPaths = [
  paths.login,
  paths.register,
  paths.forgot,
  paths.reset,
  paths.restore,
  paths.confirm,
  paths.checkMail,
  paths.search,
  paths.account,
  paths.authorize,
  '/unsubscribe/',
  '/calendar/',
  '/api/',
  '/mcp/',
];
const robots = `User-agent: *\n${disallowedPaths.map((path) => `Disallow: ${path}\n`).join('')}`;

/** Public files, served without looking up a session. */
export function registerAssets(server: FastifyInstance, findApi: () => OpenApi): void {
  server.get(paths.openapi, async (request, reply) =>
    reply
      .header('cache-control', 'public, no-cache')
      .header('vary', 'Host')
      .send({ ...findApi(), servers: [{ url: request.origin }] }),
  );
  server.get('/robots.txt', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=86400').type('text/plain; charset=utf-8').send(robots),
  );
  // At the root, because the scope of a service worker is its own folder; revalidated each time, because its URL has
  // no hash.
  server.get(paths.worker, async (_request, reply) =>
    reply
      .header('cache-control', 'public, no-cache')
      .header('content-security-policy', "default-src 'none'; connect-src 'self'; img-src 'self'")
      .type('text/javascript; charset=utf-8')
      .send(findAssetByName('worker.js').body),
  );
  server.get(paths.manifest, async (request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('application/manifest+json')
      .send(renderManifest(choosePageLanguage(request))),
  );
  // Also for the page that says that the site has another address.
  server.get('/assets/*', { config: { anyHost: true } }, async (request, reply) => {
    const asset = findAssetByPath(request.url.split('?', 1)[0] ?? '');
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
