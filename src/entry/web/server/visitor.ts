import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db, Pool } from '../../../base/db/connect.ts';
import { paths } from '../../../base/site/paths.ts';
import { type Caller, nobody, scopes } from '../../../domain/kernel/caller.ts';
import { Refusal } from '../../../domain/kernel/refusal.ts';
import { createPlainSecret, hashToken } from '../../../features/oauth/secret-token.ts';
import {
  deleteSession,
  findSession,
  holdSession,
  insertSession,
  type SessionRow,
  touchSession,
} from '../../../store/accounts/sessions.ts';
import { countedAddress } from '../../transport/rate-limit.ts';
import type { View } from '../ui/view.ts';
import { clearCookie, writeCookie } from './cookies.ts';
import { createFormToken } from './csrf.ts';
import { pageLanguage } from './language.ts';

declare module 'fastify' {
  interface FastifyRequest {
    visitor?: Visitor;
  }
}

/** Who opened a page: a browser with or without somebody signed in. */
export interface Visitor {
  session: SessionRow | null;
  /** The cookie by which forms of this browser are known, whoever is signed in. */
  browser: string;
  csrf: string;
}

export const sessionDays = 30;
const touchEvery = 5 * 60_000;

export interface VisitorParts {
  pool: Pool;
  /** Key for form tokens. */
  key: Buffer;
  now(): Date;
  newId(): string;
}

const sessionCookie = (request: FastifyRequest) =>
  request.origin.startsWith('https:') ? '__Host-session' : 'session';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The reply is for everybody and may be kept by others: no cookie goes with it, nobody is recognised. */
    anonymous?: boolean;
  }
}

/**
 * Every page in this scope knows its visitor before its body is read; every form that is posted to it has to carry the
 * visitor's own token.
 */
export function registerVisitors(server: FastifyInstance, parts: VisitorParts): void {
  server.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.anonymous) return;
    const session = await findVisitorSession(request, parts);
    if (session !== undefined && parts.now().getTime() - session.lastUsedAt.getTime() > touchEvery) {
      await touchSession(parts.pool, session.id, parts.now());
    }
    const known = request.cookies.form;
    const formKey =
      known !== undefined && /^[A-Za-z0-9_-]{22}$/.test(known)
        ? known
        : randomBytes(16).toString('base64url');
    if (formKey !== known) writeCookie(request, reply, 'form', formKey);
    request.visitor = visitorOf(formKey, session, parts);
  });
}

function visitorOf(browser: string, session: SessionRow | undefined, { key }: VisitorParts): Visitor {
  const known = session ?? null;
  return { session: known, browser, csrf: createFormToken(key, browser, known) };
}

/** The session of the cookie that came with this request, as it is now. */
export async function findVisitorSession(
  request: FastifyRequest,
  { pool, now }: Pick<VisitorParts, 'pool' | 'now'>,
): Promise<SessionRow | undefined> {
  const token = sessionTokenOf(request);
  return token === undefined ? undefined : findSession(pool, hashToken(token), hostOf(request), now());
}

/** As the browser sent it: nobody has looked yet whether there is such a session. */
export function sessionTokenOf(request: FastifyRequest): string | undefined {
  const token = request.cookies[sessionCookie(request)];
  return token !== undefined && token.length <= 100 ? token : undefined;
}

export function hostOf(request: FastifyRequest): string {
  return new URL(request.origin).host;
}

/** False when the password that was compared is not the account's any more. */
export async function startSession(
  request: FastifyRequest,
  reply: FastifyReply,
  account: { readonly id: string; readonly passwordHash?: string | null },
  parts: VisitorParts,
): Promise<boolean> {
  const token = createPlainSecret();
  const now = parts.now();
  const isStarted = await insertSession(parts.pool, {
    id: parts.newId(),
    hash: hashToken(token),
    accountId: account.id,
    passwordHash: account.passwordHash,
    host: hostOf(request),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    address: countedAddress(request.ip),
    now,
    expiresAt: new Date(now.getTime() + sessionDays * 86_400_000),
  });
  if (!isStarted) return false;
  // Whoever was signed in before in this browser is not any more.
  if (request.visitor?.session)
    await deleteSession(parts.pool, request.visitor.session.accountId, request.visitor.session.id);
  writeCookie(request, reply, sessionCookie(request), token, sessionDays * 86_400);
  request.cookies[sessionCookie(request)] = token;
  return true;
}

/** In the transaction that makes a key, or what cannot be undone, in the name of a session: only while there is one. */
export async function requireSession(db: Db, session: Pick<SessionRow, 'id' | 'accountId'>): Promise<void> {
  if (!(await holdSession(db, session))) throw new Refusal({ kind: 'unauthenticated', text: sessionOver });
}

const sessionOver = {
  en: 'You have been signed out meanwhile. Sign in again.',
  ru: 'Вы больше не в учётной записи: вход завершён. Войдите снова.',
};

/** Who it is by now: after a form has arrived, and after signing in for a page that is shown at once. */
export async function recogniseAgain(request: FastifyRequest, parts: VisitorParts): Promise<void> {
  const session = await findVisitorSession(request, parts);
  if (request.visitor) request.visitor = visitorOf(request.visitor.browser, session, parts);
}

export async function endSession(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: VisitorParts,
): Promise<void> {
  const session = request.visitor?.session;
  if (session) await deleteSession(parts.pool, session.accountId, session.id);
  clearCookie(request, reply, sessionCookie(request));
  // Pages and texts that were kept on the phone go with it.
  reply.header('clear-site-data', '"cache", "storage"');
}

export function viewOf(request: FastifyRequest): View {
  const session = request.visitor?.session ?? null;
  return {
    language: pageLanguage(request, session?.language),
    path: request.url,
    baseUrl: request.origin,
    csrf: request.visitor?.csrf ?? '',
    ...(request.visitor && { account: session && { name: session.displayName, id: session.accountId } }),
    skin: session?.skin ?? null,
    stickyHeader: session?.stickyHeader ?? true,
    stickySidebar: session?.stickySidebar ?? true,
  };
}

/** A person at a page may do what they may do; there is no token in between that could hold less. */
export function callerOf(request: FastifyRequest): Caller {
  const session = request.visitor?.session;
  if (!session) return nobody;
  return {
    accountId: session.accountId,
    isModerator: session.isModerator,
    isOperator: session.isOperator,
    scopes: new Set(scopes),
    via: 'session',
  };
}

/** Whose share of workers and connections a request takes: the account's, or that of the network address. */
export function shareOf(request: FastifyRequest): string {
  return request.visitor?.session?.accountId ?? countedAddress(request.ip);
}

/** A parameter of the address as text; one that was given twice counts as none. */
export function queryText(request: FastifyRequest, name: string): string {
  const value = (request.query as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : '';
}

/** Only a path of this host, whatever was put into the address. */
export function safeNext(given: string | null | undefined, fallback: string = paths.today): string {
  if (!given?.startsWith('/') || given.length > 4000) return fallback;
  const parsed = URL.canParse(given, 'http://here') ? new URL(given, 'http://here') : null;
  if (
    parsed === null ||
    parsed.origin !== 'http://here' ||
    /^\/[/\\]/.test(given) ||
    parsed.pathname.startsWith('//')
  )
    return fallback;
  return `${parsed.pathname}${parsed.search}`;
}
