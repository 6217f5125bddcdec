import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { paths } from '../../../base/site/paths.ts';
import { bodyLimits } from '../../transport/body-limits.ts';
import { countedAddress } from '../../transport/rate-limit.ts';
import { writeBudget } from '../../transport/rest.ts';
import { FormAgain, GoTo, type Page, type Posted } from '../page/page.ts';
import { listUnanswered } from './answered.ts';
import { countPages } from './budget.ts';
import { findLateWriter, formOf, isOwnForm } from './csrf.ts';
import { sendErrorPage } from './errors.ts';
import { refuseForeign, registerFormBody } from './form-body.ts';
import { registerFormFiles } from './form-files.ts';
import { answerLate, showTyped } from './late-form.ts';
import type { PageParts } from './parts.ts';
import { admit, checkAccess, post, show } from './serve-page.ts';
import { recogniseAgain, registerVisitors, sessionTokenOf, shareOf } from './visitor.ts';

/** Registers a route that shares the sessions and rate limits of pages. */
export type RouteBesidePages = (server: FastifyInstance, parts: PageParts) => void;

/** Registers all pages in a scope with sessions, rate limits, form tokens and HTML error pages. */
export function registerPages(
  server: FastifyInstance,
  parts: PageParts,
  { pages, beside }: { pages: readonly Page[]; beside: readonly RouteBesidePages[] },
): void {
  server.register(async (scope) => {
    // Share by session cookie before the lookup and by account after it: an account may have many sessions.
    scope.addHook('onRequest', (request, reply) => enterBeforeLookup(request, reply, parts));
    registerVisitors(scope, parts);
    countPages(scope, parts);
    scope.addHook('onRequest', async (request, reply) => {
      if (request.visitor?.session)
        await request.server.requestShares.enter(request, reply, shareOf(request));
    });
    registerFormBody(scope, parts);
    await registerFormFiles(scope, parts);
    scope.addHook('preHandler', async (request) => {
      if (request.method !== 'POST') return;
      // The upload may have been slow: the session is checked again, as it may have ended meanwhile.
      if (request.visitor) await recogniseAgain(request, parts);
      if (!isOwnForm(request)) admitLate(request, parts);
    });
    scope.setErrorHandler((error: Error, request, reply) => sendErrorPage(error, request, reply));
    for (const register of beside) register(scope, parts);
    for (const page of pages) registerPage(scope, page, pages, parts);
    registerUnanswered(scope, pages);
  });
}

async function enterBeforeLookup(
  request: FastifyRequest,
  reply: FastifyReply,
  { budgets }: PageParts,
): Promise<void> {
  const token = sessionTokenOf(request);
  const address = countedAddress(request.ip);
  try {
    await request.server.requestShares.enter(
      request,
      reply,
      token === undefined ? address : `session ${token}`,
    );
  } catch (error) {
    // Every response carries rate-limit headers; this request was not counted yet.
    writeBudget(reply, await budgets.take('page_public', address));
    throw error;
  }
}

const routeOf = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Accepts a form of an expired session of this account, or of somebody now signed out; refuses any other. */
function admitLate(request: FastifyRequest, { key }: PageParts): void {
  const writer = findLateWriter(request, key, formOf(request));
  if (writer === null) throw refuseForeign();
  request.lateWriter = writer;
  request.hadFiles ||= (request.sentFiles ?? []).length > 0;
}

function registerPage(scope: FastifyInstance, page: Page, pages: readonly Page[], parts: PageParts): void {
  const find = (path: string) => pages.find((each) => each.path === path) as Page;
  scope.get(routeOf(page.path), async (request, reply) => {
    const visit = await admit(page, request, reply, parts);
    if (visit instanceof GoTo) return reply.redirect(visit.path, 303);
    return show(page, visit);
  });
  for (const [name, action] of Object.entries(page.actions ?? {}))
    scope.post(
      routeOf(action.path),
      {
        bodyLimit: bodyLimits[action.body ?? 'small'].bytes,
        onRequest: async (request) => checkAccess(page, request.visitor?.session ?? null),
        config: {
          costly: action.costly ?? false,
          ...(action.photographs && { takes: 'photographs' }),
          ...(action.file && { takes: 'file' }),
          keepsTyped: page.for !== 'anybody' || !page.secret,
        },
      },
      async (request, reply) => {
        const at = { request, reply, parts };
        if (request.lateWriter !== undefined)
          return answerLate({ page, name, action }, find(paths.login), at);
        const visit = await admit(page, request, reply, parts);
        if (visit instanceof GoTo) return reply.redirect(visit.path, 303);
        const answer = await post(page, name, action, visit as Posted);
        return answer instanceof FormAgain ? showTyped(answer.typed, find(answer.typed.page), at) : answer;
      },
    );
}

/** Paths without a page redirect to `today`. */
function registerUnanswered(scope: FastifyInstance, pages: readonly Page[]): void {
  for (const path of listUnanswered(pages)) {
    const url = routeOf(path);
    const isOther = (['GET', 'POST'] as const).some((method) => scope.hasRoute({ method, url }));
    if (!isOther) scope.get(url, async (_request, reply) => reply.redirect(paths.today, 303));
  }
}
