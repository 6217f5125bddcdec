import type { FastifyReply, FastifyRequest } from 'fastify';
import { normalizeEmail } from '../../../../domain/rules/email.ts';
import { computeMac, equalsInConstantTime } from '../../../../features/oauth/signed-values.ts';
import { clearCookie, writeCookie } from '../../server/cookies.ts';

/** Identifies the browser that registered, until the confirmation link is opened in it: a secret, and a mark of the address. */
const cookie = 'registration';
const cookieDays = 3;

export function setRegistrationCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { secret, email }: { secret: string; email: string },
  key: Buffer,
): void {
  writeCookie(request, reply, cookie, `${secret}.${markAddress(email, key)}`, cookieDays * 86_400);
}

/** The secret of the browser that registered; empty: another one. */
export const readRegistrationSecret = (request: FastifyRequest): string => readCookie(request)[0] ?? '';

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
