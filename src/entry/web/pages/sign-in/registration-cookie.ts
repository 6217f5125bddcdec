import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createPlainSecret, hashToken } from '../../../../features/oauth/secret-token.ts';
import type { RegistrationRow } from '../../../../store/accounts/registrations.ts';
import { clearCookie, writeCookie } from '../../server/cookies.ts';

/** Identifies the browser that registered, until the confirmation link is opened in it. */
const cookie = 'registration';
const cookieDays = 3;

/** Sets the cookie and returns its hash for the registration row. */
export function setRegistrationCookie(request: FastifyRequest, reply: FastifyReply): Buffer {
  const secret = createPlainSecret();
  writeCookie(request, reply, cookie, secret, cookieDays * 86_400);
  return hashToken(secret);
}

export function isRegisteringBrowser(request: FastifyRequest, { browserHash }: RegistrationRow): boolean {
  const secret = request.cookies[cookie];
  return secret !== undefined && timingSafeEqual(hashToken(secret), browserHash);
}

export function clearRegistrationCookie(request: FastifyRequest, reply: FastifyReply): void {
  clearCookie(request, reply, cookie);
}
