import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReplyOf } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import type { MediaType } from '../../../engines/media/content-type.ts';
import { createServingHeaders } from '../../../engines/media/serving-headers.ts';
import type { open_settlement_document } from '../../../features/actions/open_settlement_document.ts';
import { matchesIfNoneMatch } from '../../transport/etag.ts';
import type { PageDependencies } from '../server/page-dependencies.ts';

/** Sends what the visitor was just permitted to read. A browser asks again each time: rights may have ended. */
export async function sendStoredFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { sha256, type, name, bytes }: ReplyOf<typeof open_settlement_document>,
  { services }: PageDependencies,
): Promise<FastifyReply> {
  const etag = `"${sha256.slice(0, 32)}"`;
  reply
    .headers(createServingHeaders({ type: type as MediaType, name }))
    .header('cache-control', 'private, no-cache')
    .header('cross-origin-resource-policy', 'same-site')
    .header('etag', etag);
  if (matchesIfNoneMatch(request, etag)) return reply.code(304).send();
  const stream = (await services.media.store.open(sha256)) ?? refuse.notFound('media');
  return reply.header('content-length', bytes).send(stream);
}
