import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from '../../../base/db/connect.ts';
import { createPlainSecret, hashToken } from '../../../features/oauth/secret-token.ts';
import { findWaitingForm, insertWaitingForm } from '../../../store/accounts/waiting-forms.ts';
import { clearCookie, writeCookie } from './cookies.ts';
import { readTyped } from './typed-form.ts';

/**
 * A form that waits for its writer while they set a new password or register: the way there leads through letters and
 * other tabs, where no hidden field can follow. This browser holds the secret by which it is found again.
 */
const cookie = 'waiting_form';

interface Parts {
  readonly pool: Pool;
  readonly key: Buffer;
  now(): Date;
}

/** Only what we sealed ourselves is kept, and no longer than its seal holds. */
export async function keepWaiting(
  request: FastifyRequest,
  reply: FastifyReply,
  sealed: string,
  parts: Parts,
): Promise<void> {
  const form = readTyped(parts, sealed);
  if (form === null) return;
  const secret = createPlainSecret();
  await parts.pool.begin((db) =>
    insertWaitingForm(db, {
      secretHash: hashToken(secret),
      accountId: form.typed.account,
      sealed: Buffer.from(sealed, 'base64url'),
      expiresAt: new Date(form.until),
    }),
  );
  const seconds = Math.ceil((form.until - parts.now().getTime()) / 1000);
  writeCookie(request, reply, cookie, secret, seconds);
}

/** As `keepWaiting` was given it; empty where nothing waits in this browser. */
export async function findWaiting(request: FastifyRequest, { pool, now }: Parts): Promise<string> {
  const secret = request.cookies[cookie];
  if (!secret) return '';
  return (await findWaitingForm(pool, hashToken(secret), now()))?.toString('base64url') ?? '';
}

/** It was shown. Its row stays until it expires: should the reply be lost, so is this, and nothing else. */
export function forgetWaiting(request: FastifyRequest, reply: FastifyReply): void {
  if (request.cookies[cookie]) clearCookie(request, reply, cookie);
}
