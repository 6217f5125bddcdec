import type { FastifyReply, FastifyRequest } from 'fastify';

/** Attributes of every page cookie: host-only, SameSite=Lax, HttpOnly. */
export function writeCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  value: string,
  maxAgeSeconds?: number,
): void {
  reply.setCookie(name, value, {
    path: '/',
    sameSite: 'lax',
    httpOnly: true,
    secure: request.origin.startsWith('https:'),
    ...(maxAgeSeconds !== undefined && { maxAge: maxAgeSeconds }),
  });
}

export function clearCookie(request: FastifyRequest, reply: FastifyReply, name: string): void {
  writeCookie(request, reply, name, '', 0);
}
