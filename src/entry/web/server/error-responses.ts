import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language, Text } from '../../../base/i18n/text.ts';
import { paths } from '../../../base/site/paths.ts';
import { notFoundTexts, Refusal } from '../../../domain/kernel/refusal.ts';
import { endIfHungUp } from '../../transport/hang-ups.ts';
import { findRefusal, httpStatus, logFault, sendRetryAfter } from '../../transport/refusal-status.ts';
import type { View } from '../ui/view.ts';
import { type ErrorData, renderErrorPage } from './error-page.tsx';
import { loadOverview, readWantedPlace } from './overview.ts';
import type { PageDependencies } from './page-dependencies.ts';
import { sendPage } from './send-page.ts';
import { createView, readSessionToken, recognizeVisitor } from './visitor.ts';
import { createVisitorCalls } from './visitor-calls.ts';

/** An error with its own status and error code, for developers of OAuth clients. */
export class PageError extends Error {
  readonly status: number;
  readonly text: Text;
  readonly code: string | undefined;
  constructor(status: number, text: Text, code?: string) {
    super(text.en);
    this.name = 'NamedError';
    this.status = status;
    this.text = text;
    this.code = code;
  }
}

const unreadableText = { en: 'The request could not be read.', ru: 'Запрос не удалось прочитать.' };
const internalErrorText = { en: 'Something broke on our side.', ru: 'На нашей стороне что-то сломалось.' };
const notFound = new Refusal({
  kind: 'not_found',
  text: notFoundTexts.address,
});

/** Handles unknown paths of the whole host, which are outside of the pages and have no visitor yet. */
export async function sendNotFoundPage(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: PageDependencies,
): Promise<FastifyReply> {
  if (readSessionToken(request) !== undefined) await recognizeVisitor(request, dependencies);
  return sendErrorPage(notFound, request, reply, dependencies);
}

const tooManyPageCache = new WeakMap<Text, Partial<Record<Language, string>>>();

/** Rendered once per language: rate-limited clients get it often, so it must be cheap. */
function renderTooManyPage(text: Text, { language, baseUrl }: View): string {
  const drawn = tooManyPageCache.get(text) ?? {};
  tooManyPageCache.set(text, drawn);
  const plain = { language, baseUrl, path: paths.home, skin: null, stickyHeader: true, stickySidebar: true };
  drawn[language] ??= renderErrorPage({ status: httpStatus.too_many, message: text[language] }, plain);
  return drawn[language];
}

/** Refusals of somebody who is signed in, and whose pages work: they keep the frame of the other pages. */
const framedStatuses: readonly number[] = [httpStatus.forbidden, httpStatus.not_found];

async function loadFrame(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: PageDependencies,
): Promise<Pick<View, 'overview' | 'hasPage'>> {
  const session = request.visitor?.session;
  if (!session) return {};
  const { call } = createVisitorCalls(parts, request, reply);
  try {
    const { overview } = await loadOverview(call, readWantedPlace(request), session);
    return { hasPage: parts.hasPage, overview };
  } catch (error) {
    request.log.warn({ err: error }, 'an error page without its frame');
    return {};
  }
}

export async function sendErrorPage(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: PageDependencies,
): Promise<FastifyReply> {
  if (endIfHungUp(error, request, reply)) return reply;
  const view = createView(request);
  const isForm = request.method === 'POST';
  const send = async (data: ErrorData) => {
    const frame = framedStatuses.includes(data.status) ? await loadFrame(request, reply, dependencies) : {};
    const html = renderErrorPage({ ...data, isForm }, { ...view, ...frame });
    return sendPage(request, reply, html, { status: data.status });
  };
  const refusal = findRefusal(error);
  logFault(error, request);
  if (refusal !== undefined) {
    sendRetryAfter(reply, refusal);
    if (refusal.kind === 'too_many')
      return sendPage(request, reply, renderTooManyPage(refusal.text, view), { status: httpStatus.too_many });
    return send({ status: httpStatus[refusal.kind], message: refusal.text[view.language] });
  }
  if (error instanceof PageError) {
    const { status, text, code } = error;
    return send({ status, message: text[view.language], ...(code && { code }) });
  }
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status >= 400 && status < 500) return send({ status, message: unreadableText[view.language] });
  const incident = randomUUID();
  request.log.error({ err: error, incident }, 'incident');
  return send({ status: 500, message: internalErrorText[view.language], incident });
}
