import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Text } from '../../../base/i18n/text.ts';
import { decryptFor, encryptFor, mac } from '../../../features/oauth/sealed.ts';
import { clearCookie, writeCookie } from './cookies.ts';

/** Flash message: set by a form, shown once by the page it redirects to. */
export interface Notice {
  readonly text?: Text;
  readonly isProblem?: boolean;
  readonly shown?: Readonly<Record<string, string>>;
}

interface Sealed extends Notice {
  /** Target page, session that set it, and expiry time. */
  to: string;
  session: string;
  until: number;
}

const cookie = 'notice';
const seconds = 60;
/** Browsers limit a cookie to about 4096 bytes. */
const longest = 3800;

interface Parts {
  key: Buffer;
  now(): Date;
}

/** Stored encrypted in a cookie, because it may hold a new token. */
export function leaveNotice(
  request: FastifyRequest,
  reply: FastifyReply,
  to: string,
  notice: Notice,
  parts: Parts,
): void {
  const sealed: Sealed = {
    ...notice,
    to,
    session: request.visitor?.session?.id ?? '',
    until: parts.now().getTime() + seconds * 1000,
  };
  const value = encryptFor(secretOf(parts), JSON.stringify(sealed)).toString('base64url');
  if (value.length <= longest) writeCookie(request, reply, cookie, value, seconds);
}

/**
 * Sent by scripts that fetch the target page and then open it for the user: the notice is kept for that second
 * request.
 */
const keepHeader = 'x-notice';

/** Reads the notice for this page and clears the cookie. */
export function takeNotice(request: FastifyRequest, reply: FastifyReply, parts: Parts): Notice | null {
  const value = request.cookies[cookie];
  if (value === undefined || value.length > longest) return null;
  const opened = decryptFor(secretOf(parts), Buffer.from(value, 'base64url'));
  const notice = opened === null ? null : (JSON.parse(opened) as Sealed);
  const isFor = notice !== null && notice.to === request.url && notice.until > parts.now().getTime();
  const isKept = isFor && request.headers[keepHeader] === 'keep';
  if (notice === null || (isFor && !isKept)) clearCookie(request, reply, cookie);
  if (!isFor) return null;
  const { shown, ...rest } = notice;
  // A form may sign in or out: the text is shown to the browser, secret values only to the session that set them.
  return notice.session === (request.visitor?.session?.id ?? '') && shown ? { ...rest, shown } : rest;
}

function secretOf({ key }: Parts): string {
  return mac(key, 'notice', '');
}
