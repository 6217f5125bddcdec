import type { FastifyRequest } from 'fastify';

/** Whether the client has this already. Compared weakly (RFC 9110, 13.1.2): compression makes a strong tag a weak one. */
export function isKnownToClient(request: FastifyRequest, etag: string): boolean {
  const asked = request.headers['if-none-match'];
  if (asked === undefined) return false;
  return asked === '*' || asked.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
