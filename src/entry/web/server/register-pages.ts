import type { FastifyInstance, FastifyRequest } from 'fastify';
import { paths } from '../../../base/site/paths.ts';
import { Refusal } from '../../../domain/kernel/refusal.ts';
import { bodyLimits } from '../../transport/body-limits.ts';
import { type FormRequest, type Page, Redirect, RestoredForm } from '../page/page.ts';
import { findExpiredFormAccount, formOf, hasValidFormToken } from './csrf.ts';
import { sendErrorPage } from './error-responses.ts';
import { handleExpiredForm, showRestoredForm } from './expired-session-form.ts';
import { createForeignFormRefusal, registerFormBody } from './form-body.ts';
import { registerFormUploads } from './form-uploads.ts';
import type { PageDependencies } from './page-dependencies.ts';
import { registerPageRateLimits } from './page-rate-limits.ts';
import { listUnroutedPaths } from './routed-paths.ts';
import { admitPageRequest, checkAccess, handleFormPost, showPage, signInPath } from './serve-page.ts';
import { registerVisitors, reloadVisitor, shareKeyOf } from './visitor.ts';

/** Registers a route that shares the sessions and rate limits of pages. */
export type ExtraRoute = (server: FastifyInstance, dependencies: PageDependencies) => void;

/** Registers all pages in a scope with sessions, rate limits, form tokens and HTML error pages. */
export function registerPages(
  server: FastifyInstance,
  dependencies: PageDependencies,
  { pages, extraRoutes }: { pages: readonly Page[]; extraRoutes: readonly ExtraRoute[] },
): void {
  server.register(async (scope) => {
    registerVisitors(scope, dependencies);
    registerPageRateLimits(scope, dependencies);
    scope.addHook('onRequest', (request, reply) =>
      request.server.requestShares.enter(request, reply, shareKeyOf(request)),
    );
    registerFormBody(scope, dependencies);
    await registerFormUploads(scope, dependencies);
    scope.addHook('preHandler', async (request) => {
      if (request.method !== 'POST') return;
      // The upload may have been slow: the session is checked again, as it may have ended meanwhile.
      if (request.visitor) await reloadVisitor(request, dependencies);
      if (!hasValidFormToken(request)) acceptExpiredForm(request, dependencies);
    });
    scope.setErrorHandler((error: Error, request, reply) =>
      sendErrorPage(error, request, reply, dependencies),
    );
    for (const register of extraRoutes) register(scope, dependencies);
    for (const page of pages) registerPage(scope, page, pages, dependencies);
    registerUnroutedPaths(scope, pages);
  });
}

const toRoutePath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Accepts a form of an expired session of this account, or of somebody now signed out; refuses any other. */
function acceptExpiredForm(request: FastifyRequest, { key }: PageDependencies): void {
  const writer = findExpiredFormAccount(request, key, formOf(request));
  if (writer === null) throw createForeignFormRefusal();
  request.expiredFormAccount = writer;
  request.hadFiles ||= (request.uploadedFiles ?? []).length > 0;
}

const isHidden = (error: unknown) =>
  error instanceof Refusal && (error.kind === 'not_found' || error.kind === 'forbidden');

function registerPage(
  scope: FastifyInstance,
  page: Page,
  pages: readonly Page[],
  dependencies: PageDependencies,
): void {
  const find = (path: string) => pages.find((each) => each.path === path);
  scope.get(toRoutePath(page.path), async (request, reply) => {
    const pageRequest = await admitPageRequest(page, request, reply, dependencies);
    if (pageRequest instanceof Redirect) return reply.redirect(pageRequest.path, 303);
    try {
      return await showPage(page, pageRequest);
    } catch (error) {
      if (!page.signInToFind || pageRequest.session !== null || !isHidden(error)) throw error;
      return reply.redirect(signInPath(page, request), 303);
    }
  });
  for (const [name, action] of Object.entries(page.actions ?? {}))
    scope.post(
      toRoutePath(action.path),
      {
        bodyLimit: bodyLimits[action.body ?? 'small'].bytes,
        onRequest: async (request) => checkAccess(page, request.visitor?.session ?? null),
        config: {
          strictRateLimit: action.strictRateLimit ?? false,
          ...(action.photographs && { acceptsUpload: 'photographs' }),
          ...(action.file && { acceptsUpload: 'file' }),
          restoresExpiredForms: page.access !== 'anybody' || !page.secret,
        },
      },
      async (request, reply) => {
        const at = { request, reply, parts: dependencies };
        if (request.expiredFormAccount !== undefined)
          return handleExpiredForm({ page, name, action }, find(paths.login) as Page, at);
        const pageRequest = await admitPageRequest(page, request, reply, dependencies);
        if (pageRequest instanceof Redirect) return reply.redirect(pageRequest.path, 303);
        const answer = await handleFormPost(page, name, action, pageRequest as FormRequest);
        return answer instanceof RestoredForm
          ? showRestoredForm(answer.form, find(answer.form.page), at)
          : answer;
      },
    );
}

/** Paths without a page redirect to `today`. */
function registerUnroutedPaths(scope: FastifyInstance, pages: readonly Page[]): void {
  for (const path of listUnroutedPaths(pages)) {
    const url = toRoutePath(path);
    const isOther = (['GET', 'POST'] as const).some((method) => scope.hasRoute({ method, url }));
    if (!isOther) scope.get(url, async (_request, reply) => reply.redirect(paths.today, 303));
  }
}
