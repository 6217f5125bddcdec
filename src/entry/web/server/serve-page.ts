import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Text } from '../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../base/site/paths.ts';
import { ShareRefused } from '../../../base/threads/fair-share.ts';
import { Refusal } from '../../../domain/kernel/refusal.ts';
import type { SessionRow } from '../../../store/accounts/sessions.ts';
import { findRefusal, httpStatus, sendRetryAfter } from '../../transport/status.ts';
import { Again, FormAgain, GoTo, type Page, type PageAction, type Posted, type Visit } from '../page/page.ts';
import { formFields } from '../ui/form-field-names.ts';
import type { FormState } from '../ui/form-state.ts';
import type { View } from '../ui/view.ts';
import { visitorCalls } from './call.ts';
import { formOf } from './csrf.ts';
import { findSentFile } from './form-files.ts';
import { leaveNotice, type Notice, takeNotice } from './notice.ts';
import { loadOverview, rememberPlace, wantedPlace } from './overview.ts';
import type { PageParts } from './parts.ts';
import { keepPhotographs } from './photographs.ts';
import { drawPage, sendPage } from './respond.ts';
import { queryText, shareOf, viewOf } from './visitor.ts';

const moderatorsOnly = { en: 'This page is for moderators.', ru: 'Эта страница для модераторов.' };

/** Access check that needs no body; for forms it runs before the body is read. */
export function checkAccess(page: Page, session: SessionRow | null): void {
  if (page.for === 'moderator' && session !== null && !session.isModerator)
    throw new Refusal({ kind: 'forbidden', text: moderatorsOnly });
}

const namesOf = (request: FastifyRequest) => request.params as Record<string, string>;

/** Builds the request object of a page, or redirects to the sign-in page and back. */
export async function admit(
  page: Page,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: PageParts,
): Promise<Visit | GoTo> {
  const session = request.visitor?.session ?? null;
  if (page.for !== 'anybody' && session === null) {
    // A longer URL would exceed header limits once encoded into another URL.
    const isKept = request.method === 'GET' && request.url.length <= 2000;
    const next = isKept ? request.url : addressOf(page, request);
    return new GoTo(`${paths.login}?${new URLSearchParams({ next })}`);
  }
  checkAccess(page, session);
  const form = request.method === 'POST' ? formOf(request) : null;
  const { call, act } = visitorCalls(parts.kernel, request, reply);
  return {
    session: session as Visit['session'],
    call,
    act,
    view: { ...viewOf(request), isBuilt: parts.isBuilt },
    signed: once(() => (session === null ? Promise.resolve(null) : loadOverview(call, wantedPlace(request)))),
    form,
    text: (name) => (form === null ? queryText(request, name) : (form.get(name) ?? '')),
    sentFile: (field) => findSentFile(request, field),
    share: shareOf(request),
    keepPhotographs: (field, subject) => keepPhotographs(parts, request, reply, field, subject),
    parts,
    request,
    reply,
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Path of the page itself, also when one of its forms is posted to another path. */
export function addressOf(page: Page, request: FastifyRequest): string {
  return fillPath(page.path, namesOf(request) as Record<never, string>);
}

/** State of a page that is rendered again after a form: its values, status and notice. */
export interface Shown {
  readonly forms: NonNullable<View['forms']>;
  readonly status: number;
  readonly notice?: Text;
}

export async function show(page: Page, visit: Visit, failed?: Shown): Promise<FastifyReply> {
  const { request, reply, parts } = visit;
  const loaded = page.load?.(namesOf(request), visit);
  if (page.settles) await loaded;
  const [data, signed] = await Promise.all([loaded, visit.signed()]);
  if (data instanceof GoTo) return reply.redirect(data.path, 303);
  if (signed?.overview.place) rememberPlace(request, reply, signed.overview.place);
  const said = failed?.notice && { text: failed.notice, isProblem: true };
  const notice: Notice | null = failed ? (said ?? null) : takeNotice(request, reply, parts);
  const { language } = visit.view;
  const view: View = {
    ...visit.view,
    overview: signed?.overview ?? null,
    ...(failed && { forms: failed.forms, path: addressOf(page, request) }),
    ...(notice?.text && { notice: { text: notice.text[language], isProblem: notice.isProblem ?? false } }),
    ...(notice?.shown && { shown: notice.shown }),
  };
  const { html, head } = drawPage(page, data, view);
  return sendPage(request, reply, html, {
    status: head.status ?? failed?.status ?? 200,
    secret: page.secret || notice !== null,
    offline: page.offline !== false && !page.secret && !failed && notice === null,
    ...(head.formTargets && { formTargets: head.formTargets }),
    ...(head.imageSources && { imageSources: head.imageSources }),
  });
}

/** Refusals that no change of the form can fix: they render an error page. */
const final = new Set<Refusal['kind']>(['not_found', 'forbidden', 'unauthenticated', 'missing_scope']);

/** Post/redirect/get: 303 with a flash notice, or the same page with the errors at their fields. */
export async function post(
  page: Page,
  name: string,
  action: PageAction,
  visit: Posted,
): Promise<FastifyReply | FormAgain> {
  const { request, reply, parts } = visit;
  try {
    const outcome = await action.perform(namesOf(request) as never, visit);
    if (outcome instanceof FormAgain) return outcome;
    if (outcome instanceof Again) {
      const forms = { [name]: { values: valuesOf(visit.form) } };
      return show(page, { ...visit, found: outcome.found }, { forms, status: 200 });
    }
    const { to, notice, shown } = outcome;
    if (notice || shown)
      leaveNotice(request, reply, to, { ...(notice && { text: notice }), ...(shown && { shown }) }, parts);
    return reply.redirect(to, 303);
  } catch (failure) {
    // Exceeding the fair share returns the form with its values, like any other refusal.
    const error = failure instanceof ShareRefused ? findRefusal(failure) : failure;
    if (!(error instanceof Refusal) || final.has(error.kind)) throw failure;
    sendRetryAfter(reply, error);
    if (action.isButton) {
      const to = addressOf(page, request);
      leaveNotice(request, reply, to, { text: error.text, isProblem: true }, parts);
      return reply.redirect(to, 303);
    }
    const forms = { [name]: cameBack(error, visit) };
    return show(page, visit, { forms, status: httpStatus[error.kind] });
  }
}

const ownFields = new Set<string>(Object.values(formFields));

/** Posted values and errors. An error without a field is shown above the form. */
function cameBack(refusal: Refusal, { form, view }: Posted): FormState {
  const values = valuesOf(form);
  const errors = Object.fromEntries(
    Object.entries(refusal.fields ?? {}).map(([field, texts]) => [
      field,
      texts.map((text) => text[view.language]),
    ]),
  );
  return Object.keys(errors).length > 0
    ? { values, errors }
    : { values, message: refusal.text[view.language] };
}

export function valuesOf(form: URLSearchParams): NonNullable<FormState['values']> {
  const names = [...new Set(form.keys())].filter((name) => !ownFields.has(name));
  return Object.fromEntries(
    names.map((name) => {
      const all = form.getAll(name);
      return [name, all.length === 1 ? (all[0] as string) : all];
    }),
  );
}
