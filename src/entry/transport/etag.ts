import type { FastifyRequest } from 'fastify';

/**
 * Whether the client's cached copy is current. Weak comparison (RFC 9110, 13.1.2), as compression weakens a strong
 * tag.
 */
export function matchesIfNoneMatch(request: FastifyRequest, etag: string): boolean {
  const ifNoneMatch = request.headers['if-none-match'];
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
