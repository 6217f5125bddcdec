import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Text } from '../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../base/site/paths.ts';
import { ShareRefused } from '../../../base/threads/fair-share.ts';
import { Refusal } from '../../../domain/kernel/refusal.ts';
import { findEarlierDecision } from '../../../domain/rules/earlier-decision.ts';
import type { SignedInSession } from '../../../features/accounts/sessions.ts';
import { notifiedPaths } from '../../../features/notify/event-paths.ts';
import { findRefusal, httpStatus, sendRetryAfter } from '../../transport/refusal-status.ts';
import {
  type FormRequest,
  type Page,
  type PageAction,
  type PageRequest,
  Redirect,
  Rerender,
  RestoredForm,
} from '../page/page.ts';
import { hiddenFormFields } from '../ui/form-field-names.ts';
import type { FormState } from '../ui/form-state.ts';
import type { View } from '../ui/view.ts';
import { formOf } from './csrf.ts';
import { formatDecidedNotice } from './decided-notice.ts';
import { consumeFlashNotice, type FlashNotice, setFlashNotice } from './flash-notice.ts';
import { findUploadedFile } from './form-uploads.ts';
import {
  loadOverview,
  noMemberships,
  readMemberships,
  readWantedPlace,
  rememberPlace,
  type SignedInUser,
} from './overview.ts';
import type { PageDependencies } from './page-dependencies.ts';
import { countLongReply } from './page-rate-limits.ts';
import { savePhotographs } from './photograph-uploads.ts';
import { renderPage, sendPage } from './send-page.ts';
import { createView, readQueryParameter, shareKeyOf, turnOwnerOf } from './visitor.ts';
import { createVisitorCalls } from './visitor-calls.ts';

const moderatorsOnlyText = { en: 'This page is for moderators.', ru: 'Эта страница для модераторов.' };

/** Access check that needs no body; for forms it runs before the body is read. */
export function checkAccess(page: Page, session: SignedInSession | null): void {
  if (page.access === 'moderator' && session !== null && !session.isModerator)
    throw new Refusal({ kind: 'forbidden', text: moderatorsOnlyText });
}

const pathParametersOf = (request: FastifyRequest) => request.params as Record<string, string>;

/** The sign-in page, which leads back here. */
export function signInPath(page: Page, request: FastifyRequest): string {
  // A longer URL would exceed header limits once encoded into another URL.
  const isKept = request.method === 'GET' && request.url.length <= 2000;
  const next = isKept ? request.url : pageAddress(page, request);
  return `${paths.login}?${new URLSearchParams({ next })}`;
}

/** Builds the request object of a page, or redirects to the sign-in page and back. */
export async function admitPageRequest(
  page: Page,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: PageDependencies,
): Promise<PageRequest | Redirect> {
  const session = request.visitor?.session ?? null;
  if (page.access !== 'anybody' && session === null) return new Redirect(signInPath(page, request));
  checkAccess(page, session);
  const form = request.method === 'POST' ? formOf(request) : null;
  const loadSignedInUser = once(() =>
    session === null ? Promise.resolve(null) : loadOverview(call, readWantedPlace(request), session),
  );
  // Not where the profile is loaded last.
  const memberships =
    session === null || page.marksAsRead
      ? undefined
      : once(async () => {
          const signedIn = await loadSignedInUser();
          return signedIn === null ? noMemberships : readMemberships(signedIn.me);
        });
  const { call, ...calls } = createVisitorCalls(parts, request, reply, memberships);
  return {
    session: session as PageRequest['session'],
    call,
    ...calls,
    view: { hasPage: parts.hasPage, ...createView(request) },
    loadSignedInUser,
    form,
    text: (name) => (form === null ? readQueryParameter(request, name) : (form.get(name) ?? '')),
    findUploadedFile: (field) => findUploadedFile(request, field),
    shareKey: shareKeyOf(request),
    savePhotographs: (field, subject) => savePhotographs(parts, request, reply, field, subject),
    dependencies: parts,
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
export function pageAddress(page: Page, request: FastifyRequest): string {
  return fillPath(page.path, pathParametersOf(request) as Record<never, string>);
}

/** State of a page that is rendered again after a form: its values, status and notice. */
export interface RerenderState {
  readonly forms: NonNullable<View['forms']>;
  readonly status: number;
  readonly notice?: Text;
}

export async function showPage(
  page: Page,
  pageRequest: PageRequest,
  failed?: RerenderState,
): Promise<FastifyReply> {
  const { request, reply, dependencies } = pageRequest;
  const loaded = page.load?.(pathParametersOf(request), pageRequest);
  if (page.marksAsRead) await loaded;
  const [data, signed] = await Promise.all([loaded, pageRequest.loadSignedInUser()]);
  if (data instanceof Redirect) return reply.redirect(data.path, 303);
  const read = signed === null ? 0 : await readNotifications(page, pageRequest, signed);
  if (signed?.overview.place) rememberPlace(request, reply, signed.overview.place);
  const problem = failed?.notice && { text: failed.notice, isProblem: true };
  const notice: FlashNotice | null = failed
    ? (problem ?? null)
    : consumeFlashNotice(request, reply, dependencies);
  const { language } = pageRequest.view;
  const view: View = {
    overview: signed && {
      ...signed.overview,
      unread: { ...signed.overview.unread, notifications: signed.overview.unread.notifications - read },
    },
    asksForConsent: lacksConsent(pageRequest),
    ...pageRequest.view,
    ...(failed && { forms: failed.forms, path: pageAddress(page, request) }),
    ...(notice?.text && {
      notice: {
        text: notice.text[language],
        isProblem: notice.isProblem ?? false,
        ...(notice.undo && { undo: notice.undo }),
      },
    }),
    ...(notice?.shown && { shown: notice.shown }),
  };
  const { html, head } = await renderPage(page, data, view, turnOwnerOf(request, reply));
  if (page.countsBySize) await countLongReply(request, dependencies.rateLimits, html.length, reply);
  return sendPage(request, reply, html, {
    status: head.status ?? failed?.status ?? 200,
    secret: page.secret || notice !== null,
    offline: page.offline !== false && !page.secret && !failed && notice === null,
    ...(head.formTargets && { formTargets: head.formTargets }),
    ...(head.imageSources && { imageSources: head.imageSources }),
  });
}

/**
 * Opening a page reads the notifications that lead to it, as well as those that its operations recorded. Returns how many
 * that were. No statement where nothing is unread.
 */
async function readNotifications(page: Page, pageRequest: PageRequest, { me, overview }: SignedInUser) {
  const { request, dependencies, session } = pageRequest;
  if (session === null || overview.unread.notifications === 0 || request.method !== 'GET') return 0;
  const { notificationReads } = dependencies.services;
  if (notifiedPaths.has(page.path)) {
    const parameters = pathParametersOf(request);
    const place = [...me.settlements, ...me.parcels].find(
      ({ settlement_slug }) => settlement_slug === parameters.settlement,
    );
    const named = place ? { ...parameters, settlement: place.settlement } : parameters;
    const address = pageAddress(page, request);
    const query = request.url.slice(request.url.split('?', 1)[0]?.length);
    notificationReads.record(
      session.accountId,
      address,
      `${address}${query}`,
      fillPath(page.path, named as Record<never, string>),
    );
  }
  return await notificationReads.flush(session.accountId);
}

/** Somebody signed in has not agreed to the current policies. */
function lacksConsent({ session, dependencies }: PageRequest): boolean {
  const { policyVersion } = dependencies.services.installation;
  return session !== null && policyVersion !== null && (session.policyVersion ?? 0) < policyVersion;
}

/** Refusals that no change of the form can fix: they render an error page. */
const finalRefusals = new Set<Refusal['kind']>([
  'not_found',
  'forbidden',
  'unauthenticated',
  'missing_scope',
]);

/** Post/redirect/get: 303 with a flash notice, or the same page with the errors at their fields. */
export async function handleFormPost(
  page: Page,
  name: string,
  action: PageAction,
  pageRequest: FormRequest,
): Promise<FastifyReply | RestoredForm> {
  const { request, reply, dependencies } = pageRequest;
  try {
    const outcome = await action.perform(pathParametersOf(request) as never, pageRequest);
    if (outcome instanceof RestoredForm) return outcome;
    if (outcome instanceof Rerender) {
      const forms = { [findFormId(pageRequest.form, name)]: { values: readFormValues(pageRequest.form) } };
      return showPage(page, { ...pageRequest, formResult: outcome.result }, { forms, status: 200 });
    }
    const { to, notice, isProblem, undo, shown } = outcome;
    if (notice || shown)
      setFlashNotice(
        request,
        reply,
        to,
        {
          ...(notice && { text: notice, isProblem: isProblem ?? false }),
          ...(undo && { undo }),
          ...(shown && { shown }),
        },
        dependencies,
      );
    return reply.redirect(to, 303);
  } catch (failure) {
    // Exceeding the fair share returns the form with its values, like any other refusal.
    const error = failure instanceof ShareRefused ? findRefusal(failure) : failure;
    // Whoever may not write for a while keeps what was typed.
    const isSilenced = error instanceof Refusal && error.details?.sanction !== undefined;
    if (!(error instanceof Refusal) || (finalRefusals.has(error.kind) && !isSilenced)) throw failure;
    sendRetryAfter(reply, error);
    const decision = findEarlierDecision(error);
    if (action.isButton || decision) {
      const to = pageAddress(page, request);
      const text = decision ? await formatDecidedNotice(decision, pageRequest) : error.text;
      setFlashNotice(request, reply, to, { text, isProblem: true }, dependencies);
      return reply.redirect(to, 303);
    }
    const forms = { [findFormId(pageRequest.form, name)]: toFormState(error, pageRequest) };
    return showPage(page, pageRequest, { forms, status: httpStatus[error.kind] });
  }
}

/** Forms without an id, and those stored before forms sent theirs, count as the one named like their action. */
export const findFormId = (form: URLSearchParams, action: string) =>
  form.get(hiddenFormFields.form) || action;

const hiddenFieldNames = new Set<string>(Object.values(hiddenFormFields));

/** Posted values and errors. An error without a field is shown above the form. */
function toFormState(refusal: Refusal, { form, view }: FormRequest): FormState {
  const values = readFormValues(form);
  const fieldTexts = Object.entries(refusal.fields ?? {}).filter(([, texts]) => texts.length > 0);
  const errors: Record<string, string[]> = {};
  for (const [place, texts] of fieldTexts) {
    // What is wrong inside a list, such as `phones.1`, is shown at the field of the list.
    const field = place.replace(/\.\d+$/, '');
    errors[field] = [...(errors[field] ?? []), ...texts.map((text) => text[view.language])];
  }
  return Object.keys(errors).length > 0
    ? { values, errors }
    : { values, message: refusal.text[view.language] };
}

export function readFormValues(form: URLSearchParams): NonNullable<FormState['values']> {
  const names = [...new Set(form.keys())].filter((name) => !hiddenFieldNames.has(name));
  return Object.fromEntries(
    names.map((name) => {
      const all = form.getAll(name);
      return [name, all.length === 1 ? (all[0] as string) : all];
    }),
  );
}
