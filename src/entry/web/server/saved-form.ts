import type { FastifyReply, FastifyRequest } from 'fastify';
import { save_form } from '../../../features/accounts/save_form.ts';
import { show_saved_form } from '../../../features/accounts/show_saved_form.ts';
import type { PageRequest } from '../page/page.ts';
import { clearCookie, writeCookie } from './cookies.ts';
import { unsealForm } from './sealed-form.ts';

/**
 * Keeps the form of an expired session while its author resets the password or registers: that leads through emails
 * and other tabs, where no hidden field can follow. A cookie holds the secret that finds it again.
 */
const cookie = 'waiting_form';

/** Stores only forms sealed by us, no longer than their seal is valid. */
export async function saveForm(
  { call, request, reply, dependencies }: Pick<PageRequest, 'call' | 'request' | 'reply' | 'dependencies'>,
  sealed: string,
): Promise<void> {
  const form = unsealForm(dependencies, sealed);
  if (form === null) return;
  const { account } = form.typed;
  const { secret } = await call(save_form, { account, sealed, expires_at: new Date(form.until) });
  const seconds = Math.ceil((form.until - dependencies.now().getTime()) / 1000);
  writeCookie(request, reply, cookie, secret, seconds);
}

/** The sealed form of this browser; empty when there is none. */
export async function readSavedForm({
  call,
  request,
}: Pick<PageRequest, 'call' | 'request'>): Promise<string> {
  const secret = request.cookies[cookie];
  return secret ? ((await call(show_saved_form, { secret })).sealed ?? '') : '';
}

/** Only the cookie is cleared; the row stays until it expires, so a lost response loses nothing. */
export function clearSavedForm(request: FastifyRequest, reply: FastifyReply): void {
  if (request.cookies[cookie]) clearCookie(request, reply, cookie);
}
