import type { FastifyReply, FastifyRequest } from 'fastify';

const codes: readonly unknown[] = ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'];
/** As proxies call it; nobody reads the reply. */
const clientClosedRequest = 499;

/**
 * Whether the error only says that the client closed its connection, before its request had arrived or while it waited
 * for its turn. Anybody can do that by the hundred: it is no incident. Ends the reply then.
 */
export function endIfHungUp(
  error: Error & { code?: unknown },
  request: FastifyRequest,
  reply: FastifyReply,
): boolean {
  const isCutOff = request.raw.readableAborted && codes.includes(error.code);
  const isAborted = reply.raw.destroyed && error.name === 'AbortError';
  if (!isCutOff && !isAborted) return false;
  request.log.debug({ requestId: request.id }, 'the client hung up');
  reply.code(clientClosedRequest).send();
  return true;
}
