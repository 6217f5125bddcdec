import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from '../../../base/db/connect.ts';
import { createPlainSecret, hashToken } from '../../../features/oauth/secret-token.ts';
import { findSavedForm, insertSavedForm } from '../../../store/accounts/saved-forms.ts';
import { clearCookie, writeCookie } from './cookies.ts';
import { unsealForm } from './sealed-form.ts';

/**
 * Keeps the form of an expired session while its author resets the password or registers: that leads through emails
 * and other tabs, where no hidden field can follow. A cookie holds the secret that finds it again.
 */
const cookie = 'waiting_form';

interface SavedFormOptions {
  readonly pool: Pool;
  readonly key: Buffer;
  now(): Date;
}

/** Stores only forms sealed by us, no longer than their seal is valid. */
export async function saveForm(
  request: FastifyRequest,
  reply: FastifyReply,
  sealed: string,
  options: SavedFormOptions,
): Promise<void> {
  const form = unsealForm(options, sealed);
  if (form === null) return;
  const secret = createPlainSecret();
  await options.pool.begin((db) =>
    insertSavedForm(db, {
      secretHash: hashToken(secret),
      accountId: form.typed.account,
      sealed: Buffer.from(sealed, 'base64url'),
      expiresAt: new Date(form.until),
    }),
  );
  const seconds = Math.ceil((form.until - options.now().getTime()) / 1000);
  writeCookie(request, reply, cookie, secret, seconds);
}

/** The sealed form of this browser; empty when there is none. */
export async function readSavedForm(
  request: FastifyRequest,
  { pool, now }: SavedFormOptions,
): Promise<string> {
  const secret = request.cookies[cookie];
  if (!secret) return '';
  return (await findSavedForm(pool, hashToken(secret), now()))?.toString('base64url') ?? '';
}

/** Only the cookie is cleared; the row stays until it expires, so a lost response loses nothing. */
export function clearSavedForm(request: FastifyRequest, reply: FastifyReply): void {
  if (request.cookies[cookie]) clearCookie(request, reply, cookie);
}
