import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Text } from '../../../base/i18n/text.ts';
import { decryptFor, encryptFor, mac } from '../../../features/oauth/sealed.ts';
import { clearCookie, writeCookie } from './cookies.ts';

/** What a form did, for the page after it. */
export interface Notice {
  readonly text?: Text;
  readonly isProblem?: boolean;
  readonly shown?: Readonly<Record<string, string>>;
}

interface Sealed extends Notice {
  /** The page it is meant for, the session it came from, and until when. */
  to: string;
  session: string;
  until: number;
}

const cookie = 'notice';
const seconds = 60;
/** Browsers keep about four thousand characters. */
const longest = 3800;

interface Parts {
  key: Buffer;
  now(): Date;
}

/** Leaves a note for the page at `to`, readable by nobody else: it may hold a new token. */
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

/** A script that follows a form to its page, and opens that page for the person afterwards. */
const keepHeader = 'x-notice';

/** The note left for this page, which is gone with this reply. */
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
  // A form may sign somebody in or out. Its words are for the browser; what it shows is for the session alone.
  return notice.session === (request.visitor?.session?.id ?? '') && shown ? { ...rest, shown } : rest;
}

function secretOf({ key }: Parts): string {
  return mac(key, 'notice', '');
}
