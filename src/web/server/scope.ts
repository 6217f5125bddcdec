import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Budgets } from '../../kernel/budget.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { readForm } from '../../transport/body-limits.ts';
import { findRefusal, httpStatus, sendRetryAfter } from '../../transport/status.ts';
import { countPages } from './budget.ts';
import { renderErrorPage } from './error-page.tsx';
import { sendPage } from './respond.ts';
import { isOwnForm, registerVisitors, type VisitorParts, viewOf } from './visitor.ts';

const foreignForm = {
  en: 'This form has gone stale or was sent from elsewhere. Open the page again and repeat.',
  ru: 'Форма устарела или отправлена с чужой страницы. Откройте страницу заново и повторите.',
};

/** A scope for pages: visitors, plain forms with their token checked, and errors as pages. */
export function registerPageScope(
  server: FastifyInstance,
  parts: VisitorParts & { budgets: Budgets },
  register: (pages: FastifyInstance) => void,
): void {
  server.register(async (pages) => {
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: FastifyRequest, body: string) => readForm(body) ?? refuseForm(),
    );
    registerVisitors(pages, parts);
    countPages(pages, parts.budgets);
    pages.addHook('preHandler', async (request) => {
      if (request.method === 'POST' && !isOwnForm(request))
        throw new Refusal({ kind: 'forbidden', text: foreignForm });
    });
    pages.setErrorHandler((error: Error, request, reply) => sendErrorPage(error, request, reply));
    register(pages);
  });
}

function refuseForm(): never {
  throw new Refusal({
    kind: 'too_large',
    text: { en: 'The form has too many fields.', ru: 'В форме слишком много полей.' },
  });
}

/** For any address of the host, so there is no visitor to know. */
export function sendMissingPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendErrorPage(missing, request, reply);
}

const missing = new Refusal({
  kind: 'not_found',
  text: { en: 'There is nothing at this address.', ru: 'По этому адресу ничего нет.' },
});

function sendErrorPage(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const view = viewOf(request);
  const refusal = findRefusal(error);
  if (refusal !== undefined) {
    const status = httpStatus[refusal.kind];
    sendRetryAfter(reply, refusal);
    return sendPage(request, reply, renderErrorPage({ status, message: refusal.text[view.language] }, view), {
      status,
    });
  }
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status >= 400 && status < 500) {
    const message =
      view.language === 'ru' ? 'Запрос не удалось прочитать.' : 'The request could not be read.';
    return sendPage(request, reply, renderErrorPage({ status, message }, view), { status });
  }
  const incident = randomUUID();
  request.log.error({ err: error, incident }, 'incident');
  const message =
    view.language === 'ru' ? 'На нашей стороне что-то сломалось.' : 'Something broke on our side.';
  return sendPage(request, reply, renderErrorPage({ status: 500, message, incident }, view), { status: 500 });
}
