import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Budgets } from '../kernel/budget.ts';
import {
  type AuthorizationRequest,
  checkAuthorization,
  issueCode,
  RedirectedError,
  redirectBack,
  UnsafeRequest,
} from '../oauth/authorize.ts';
import type { RedirectRules } from '../oauth/redirect-allow.ts';
import { openValue, signValue } from '../oauth/sealed.ts';
import type { Guard } from '../outbound/guard.ts';
import { paths } from '../site/paths.ts';
import { renderConsentPage } from './pages/sign-in/consent.tsx';
import { spendCostly } from './server/budget.ts';
import { renderErrorPage } from './server/error-page.tsx';
import { sendPage } from './server/respond.ts';
import { formOf, type VisitorParts, viewOf } from './server/visitor.ts';

export interface AuthorizeRouteParts extends VisitorParts {
  budgets: Budgets;
  guard: Guard;
  rules: RedirectRules;
}

/** What the person saw is sealed into the form, so that what they agree to is what happens. */
const consentLifetime = 15 * 60_000;

export function registerAuthorizePages(pages: FastifyInstance, parts: AuthorizeRouteParts): void {
  pages.get(paths.authorize, async (request, reply) => {
    const parameters = new URL(request.url, request.origin).searchParams;
    let checked: AuthorizationRequest;
    try {
      checked = await checkAuthorization(parameters, {
        db: parts.pool,
        guard: parts.guard,
        rules: parts.rules,
        origin: request.origin,
        now: parts.now(),
        beforeFetch: () => spendCostly(request, reply, parts.budgets),
      });
    } catch (error) {
      return answerRefusal(error, request, reply);
    }
    const session = request.visitor?.session;
    if (!session) return reply.redirect(`${paths.login}?${new URLSearchParams({ next: request.url })}`, 303);
    const sealed = signValue(
      parts.key,
      'consent',
      { request: checked, session: session.id },
      parts.now().getTime() + consentLifetime,
    );
    const page = renderConsentPage(
      {
        client: {
          name: checked.clientName,
          host: checked.clientHost,
          redirect_host: new URL(checked.redirectUri).host || new URL(checked.redirectUri).protocol,
          verified: checked.clientHost !== null,
        },
        scopes: checked.scopes,
        audience: checked.audience,
        resource: checked.resource,
        fields: { request: sealed },
      },
      viewOf(request),
    );
    return sendPage(request, reply, page, { formTargets: [checked.redirectUri] });
  });

  pages.post(paths.authorize, async (request, reply) => {
    const form = formOf(request);
    const session = request.visitor?.session;
    const opened = openValue(parts.key, 'consent', form.get('request') ?? '', parts.now().getTime());
    if (!session || opened === null || opened.session !== session.id) {
      const view = viewOf(request);
      const message =
        view.language === 'ru'
          ? 'Запрос устарел. Вернитесь в приложение и начните заново.'
          : 'The request has gone stale. Go back to the application and begin again.';
      return sendPage(request, reply, renderErrorPage({ status: 400, message }, view), { status: 400 });
    }
    const checked = opened.request as AuthorizationRequest;
    if (form.get('decision') !== 'allow') {
      return reply.redirect(
        redirectBack(checked.redirectUri, request.origin, checked.state, { error: 'access_denied' }),
        303,
      );
    }
    const code = await parts.pool.begin((db) =>
      issueCode(db, checked, {
        accountId: session.accountId,
        issuer: request.origin,
        grantId: parts.newId(),
        now: parts.now(),
      }),
    );
    return reply.redirect(redirectBack(checked.redirectUri, request.origin, checked.state, { code }), 303);
  });
}

function answerRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof RedirectedError) {
    const { redirectUri, state, code, message } = error;
    return reply.redirect(
      redirectBack(redirectUri, request.origin, state, { error: code, error_description: message }),
      303,
    );
  }
  if (error instanceof UnsafeRequest) {
    return sendPage(
      request,
      reply,
      renderErrorPage({ status: 400, message: error.message, code: error.code }, viewOf(request)),
      { status: 400 },
    );
  }
  throw error;
}
