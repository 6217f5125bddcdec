import type { FastifyReply, FastifyRequest } from 'fastify';

const codes: readonly unknown[] = ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'];
/** As proxies call it; nobody reads the reply. */
const clientClosedRequest = 499;

/**
 * Whether the error only says that the client closed its connection before its request had arrived. Anybody can do that by
 * the hundred: it is no incident. Ends the reply then.
 */
export function endIfHungUp(
  error: Error & { code?: unknown },
  request: FastifyRequest,
  reply: FastifyReply,
): boolean {
  if (!request.raw.readableAborted || !codes.includes(error.code)) return false;
  request.log.debug({ requestId: request.id }, 'the client hung up');
  reply.code(clientClosedRequest).send();
  return true;
}
