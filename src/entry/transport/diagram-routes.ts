import type { FastifyInstance } from 'fastify';
import type { Pool } from '../../base/db/connect.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { parseDrawingName } from '../../features/knowledge/article-urls.ts';
import { findFigureSvg } from '../../store/knowledge/knowledge-passages.ts';
import { matchesIfNoneMatch } from './etag.ts';
import { toRateLimitAddress } from './rate-limit.ts';

/** Opened directly, a drawing is a document of our origin: it may run, load and frame nothing. */
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

/** Drawings of approved texts. The path contains the digest, so the response never changes. */
export function registerDiagrams(server: FastifyInstance, pool: Pool): void {
  server.get('/knowledge/figures/:drawing', async (request, reply) => {
    const name = parseDrawingName((request.params as { drawing: string }).drawing);
    const db = pool.forOwner(`read ${toRateLimitAddress(request.ip)}`);
    const svg = name && (await findFigureSvg(db, name.articleId, name.number, name.hash));
    if (name === undefined || svg === undefined) return refuse.notFound('figure');
    const etag = `"${name.hash}"`;
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', drawingPolicy)
      .header('x-content-type-options', 'nosniff')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('etag', etag);
    if (matchesIfNoneMatch(request, etag)) return reply.code(304).send();
    return reply.type('image/svg+xml').send(svg);
  });
}
