import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Text } from '../../../base/i18n/text.ts';
import { computeMac, decryptWithSecret, encryptWithSecret } from '../../../features/oauth/signed-values.ts';
import type { Undo } from '../ui/view.ts';
import { clearCookie, writeCookie } from './cookies.ts';

/** Flash message: set by a form, shown once by the page it redirects to. */
export interface FlashNotice {
  readonly text?: Text;
  readonly isProblem?: boolean;
  readonly undo?: Undo;
  readonly shown?: Readonly<Record<string, string>>;
}

interface SealedNotice extends FlashNotice {
  /** Target page, session that set it, and expiry time. */
  to: string;
  session: string;
  until: number;
}

const cookie = 'notice';
const lifetimeSeconds = 60;
/** Browsers limit a cookie to about 4096 bytes. */
const maxCookieLength = 3800;

interface FlashNoticeOptions {
  key: Buffer;
  now(): Date;
}

/** Stored encrypted in a cookie, because it may hold a new token. */
export function setFlashNotice(
  request: FastifyRequest,
  reply: FastifyReply,
  to: string,
  notice: FlashNotice,
  options: FlashNoticeOptions,
): void {
  const sealed: SealedNotice = {
    ...notice,
    to,
    session: request.visitor?.session?.id ?? '',
    until: options.now().getTime() + lifetimeSeconds * 1000,
  };
  const value = encryptWithSecret(secretOf(options), JSON.stringify(sealed)).toString('base64url');
  if (value.length <= maxCookieLength) writeCookie(request, reply, cookie, value, lifetimeSeconds);
}

/**
 * Sent by scripts that fetch the target page and then open it for the user: the notice is kept for that second
 * request.
 */
const keepNoticeHeader = 'x-notice';

/** Reads the notice for this page and clears the cookie. */
export function consumeFlashNotice(
  request: FastifyRequest,
  reply: FastifyReply,
  options: FlashNoticeOptions,
): FlashNotice | null {
  const value = request.cookies[cookie];
  if (value === undefined || value.length > maxCookieLength) return null;
  const opened = decryptWithSecret(secretOf(options), Buffer.from(value, 'base64url'));
  const notice = opened === null ? null : (JSON.parse(opened) as SealedNotice);
  const isFor = notice !== null && notice.to === request.url && notice.until > options.now().getTime();
  const isKept = isFor && request.headers[keepNoticeHeader] === 'keep';
  if (notice === null || (isFor && !isKept)) clearCookie(request, reply, cookie);
  if (!isFor) return null;
  const { shown, undo, ...rest } = notice;
  // A form may sign in or out: the text is shown to the browser, the others only to the session that set them.
  const isOfSession = notice.session === (request.visitor?.session?.id ?? '');
  return isOfSession ? { ...rest, ...(shown && { shown }), ...(undo && { undo }) } : rest;
}

function secretOf({ key }: FlashNoticeOptions): string {
  return computeMac(key, 'notice', '');
}
