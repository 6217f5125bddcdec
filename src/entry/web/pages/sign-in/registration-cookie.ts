import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createPlainSecret, hashToken } from '../../../../features/oauth/secret-token.ts';
import { computeMac, equalsInConstantTime } from '../../../../features/oauth/signed-values.ts';
import { normalizeEmail } from '../../../../store/accounts/accounts.ts';
import type { RegistrationRow } from '../../../../store/accounts/registrations.ts';
import { clearCookie, writeCookie } from '../../server/cookies.ts';

/** Identifies the browser that registered, until the confirmation link is opened in it: a secret, and a mark of the address. */
const cookie = 'registration';
const cookieDays = 3;

/** Sets the cookie and returns the hash of its secret for the registration row. */
export function setRegistrationCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  email: string,
  key: Buffer,
): Buffer {
  const secret = createPlainSecret();
  writeCookie(request, reply, cookie, `${secret}.${markAddress(email, key)}`, cookieDays * 86_400);
  return hashToken(secret);
}

export function isRegisteringBrowser(request: FastifyRequest, { browserHash }: RegistrationRow): boolean {
  const [secret] = readCookie(request);
  return secret !== undefined && timingSafeEqual(hashToken(secret), browserHash);
}

/**
 * Whether this address was registered in this browser. Read from the cookie alone: what the database knows of the
 * address would tell whether it has an account.
 */
export function hasRegisteredHere(request: FastifyRequest, email: string, key: Buffer): boolean {
  const [, mark] = readCookie(request);
  return mark !== undefined && equalsInConstantTime(mark, markAddress(email, key));
}

export function clearRegistrationCookie(request: FastifyRequest, reply: FastifyReply): void {
  clearCookie(request, reply, cookie);
}

const readCookie = (request: FastifyRequest) => request.cookies[cookie]?.split('.') ?? [];

const markAddress = (email: string, key: Buffer) =>
  computeMac(key, 'registered address', normalizeEmail(email)).slice(0, 22);
