import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from '../../../base/db/connect.ts';
import { paths } from '../../../base/site/paths.ts';
import type { TurnOwner } from '../../../base/threads/loop-turns.ts';
import { anonymousCaller, type Caller, scopes } from '../../../domain/kernel/caller.ts';
import type { RateLimits } from '../../../domain/kernel/rate-limits.ts';
import { sessionDays } from '../../../features/accounts/new-session.ts';
import {
  findSessionOfToken,
  noteSessionUse,
  type SignedInSession,
} from '../../../features/accounts/sessions.ts';
import { toRateLimitAddress } from '../../transport/rate-limit.ts';
import { writeRateLimitHeaders } from '../../transport/rest.ts';
import type { View } from '../ui/view.ts';
import { clearCookie, writeCookie } from './cookies.ts';
import { createFormToken } from './csrf.ts';
import { choosePageLanguage } from './page-language.ts';

declare module 'fastify' {
  interface FastifyRequest {
    visitor?: Visitor;
  }
}

/** Browser of a page request, with or without a session. */
export interface Visitor {
  session: SignedInSession | null;
  /** Random cookie that form tokens are bound to, independent of the session. */
  browser: string;
  csrf: string;
}

export interface VisitorDependencies {
  pool: Pool;
  key: Buffer;
  now(): Date;
  newId(): string;
}

const sessionCookie = (request: FastifyRequest) =>
  request.origin.startsWith('https:') ? '__Host-session' : 'session';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The response is public and cacheable: no cookie is set and no session is looked up. */
    anonymous?: boolean;
  }
}

/** Looks up the session of every request in this scope before the body is read, and creates the form token. */
export function registerVisitors(
  server: FastifyInstance,
  dependencies: VisitorDependencies & { rateLimits: RateLimits },
): void {
  server.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.anonymous) return;
    const session = await findSessionInTurn(request, reply, dependencies);
    if (session !== undefined) await noteSessionUse(dependencies.pool, session, dependencies.now());
    const known = request.cookies.form;
    const formKey =
      known !== undefined && /^[A-Za-z0-9_-]{22}$/.test(known)
        ? known
        : randomBytes(16).toString('base64url');
    if (formKey !== known) writeCookie(request, reply, 'form', formKey);
    request.visitor = createVisitor(formKey, session, dependencies);
  });
}

/** A cookie that is not looked up yet is anybody's: lookups take turns by network address. */
async function findSessionInTurn(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: VisitorDependencies & { rateLimits: RateLimits },
): Promise<SignedInSession | undefined> {
  if (readSessionToken(request) === undefined) return undefined;
  try {
    return await request.server.requestShares.lookUp(request, reply, () =>
      findVisitorSession(request, dependencies),
    );
  } catch (error) {
    // Every response carries rate-limit headers; this request was not counted yet.
    const address = toRateLimitAddress(request.ip);
    writeRateLimitHeaders(reply, await dependencies.rateLimits.consume('page_public', address));
    throw error;
  }
}

/** For a request outside of the pages: gives it a visitor if its session is known; sets no cookie. */
export async function recognizeVisitor(
  request: FastifyRequest,
  dependencies: VisitorDependencies,
): Promise<void> {
  const session = await findVisitorSession(request, dependencies);
  if (session) request.visitor = createVisitor(request.cookies.form ?? '', session, dependencies);
}

function createVisitor(
  browser: string,
  session: SignedInSession | undefined,
  { key }: VisitorDependencies,
): Visitor {
  const known = session ?? null;
  return { session: known, browser, csrf: createFormToken(key, browser, known) };
}

/** Looks the session up again on each call: it may have been revoked meanwhile. */
export async function findVisitorSession(
  request: FastifyRequest,
  { pool, now }: Pick<VisitorDependencies, 'pool' | 'now'>,
): Promise<SignedInSession | undefined> {
  const token = readSessionToken(request);
  return token === undefined ? undefined : findSessionOfToken(pool, token, hostOf(request), now());
}

/** The token as sent; not verified. */
export function readSessionToken(request: FastifyRequest): string | undefined {
  const token = request.cookies[sessionCookie(request)];
  return token !== undefined && token.length <= 100 ? token : undefined;
}

export function hostOf(request: FastifyRequest): string {
  return new URL(request.origin).host;
}

/** What a session that is started now remembers of this browser. */
export function describeBrowser(request: FastifyRequest): { user_agent: string; address: string } {
  return {
    user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
    address: toRateLimitAddress(request.ip),
  };
}

export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  writeCookie(request, reply, sessionCookie(request), token, sessionDays * 86_400);
  request.cookies[sessionCookie(request)] = token;
}

/** Looks the session up again: after a body has arrived, and after signing in within the same request. */
export async function reloadVisitor(
  request: FastifyRequest,
  dependencies: VisitorDependencies,
): Promise<void> {
  const session = await findVisitorSession(request, dependencies);
  if (request.visitor) request.visitor = createVisitor(request.visitor.browser, session, dependencies);
}

/** After the session has ended. */
export function clearSession(request: FastifyRequest, reply: FastifyReply): void {
  clearCookie(request, reply, sessionCookie(request));
  // Removes cached pages, drafts and the outbox from the device.
  reply.header('clear-site-data', '"cache", "storage"');
}

export function createView(request: FastifyRequest): View {
  const session = request.visitor?.session ?? null;
  return {
    language: choosePageLanguage(request, session?.language),
    path: request.url,
    baseUrl: request.origin,
    csrf: request.visitor?.csrf ?? '',
    ...(request.visitor && { account: session && { name: session.displayName, id: session.accountId } }),
    skin: session?.skin ?? null,
    stickyHeader: session?.stickyHeader ?? true,
    stickySidebar: session?.stickySidebar ?? true,
  };
}

/** A session has all scopes; only tokens are limited. */
export function callerOf(request: FastifyRequest): Caller {
  const session = request.visitor?.session;
  if (!session) return anonymousCaller;
  return {
    accountId: session.accountId,
    isModerator: session.isModerator,
    isOperator: session.isOperator,
    scopes: new Set(scopes),
    ...(session.silences && { silences: session.silences }),
    via: 'session',
    sessionId: session.id,
  };
}

/** Fair-share key: the account, or the network address when signed out. */
export function shareKeyOf(request: FastifyRequest): string {
  return request.visitor?.session?.accountId ?? toRateLimitAddress(request.ip);
}

/** For long work on the event loop; it ends when the client disconnects. */
export const turnOwnerOf = (request: FastifyRequest, reply: FastifyReply): TurnOwner => ({
  share: shareKeyOf(request),
  isGone: () => reply.raw.destroyed,
});

/** A query parameter; empty when missing or repeated. */
export function readQueryParameter(request: FastifyRequest, name: string): string {
  const value = (request.query as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : '';
}

/** Prevents open redirects: only a path of this host, else the fallback. */
export function sanitizeNextPath(path: string | null | undefined, fallback: string = paths.today): string {
  if (!path?.startsWith('/') || path.length > 4000) return fallback;
  const parsed = URL.canParse(path, 'http://here') ? new URL(path, 'http://here') : null;
  if (
    parsed === null ||
    parsed.origin !== 'http://here' ||
    /^\/[/\\]/.test(path) ||
    parsed.pathname.startsWith('//')
  )
    return fallback;
  return `${parsed.pathname}${parsed.search}`;
}
