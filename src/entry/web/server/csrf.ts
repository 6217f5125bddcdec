import type { FastifyRequest } from 'fastify';
import { computeMac, equalsInConstantTime } from '../../../features/oauth/signed-values.ts';
import { hiddenFormFields } from '../ui/form-field-names.ts';

/** Header by which page scripts send the form token. */
const formTokenHeader = 'x-form-token';

/**
 * Bound to browser and session. It names both ids, so the author of a form is known even after the session has
 * expired.
 */
export function createFormToken(
  key: Buffer,
  browser: string,
  session: { readonly id: string; readonly accountId: string } | null,
): string {
  if (session === null) return computeMac(key, 'csrf', `${browser}|`);
  const named = `${session.id}.${session.accountId}`;
  return `${named}.${computeMac(key, 'csrf', `${browser}|${named}`)}`;
}

/**
 * The account of a form posted after its session expired, if nobody or the same account is signed in now; null for
 * any other form, and on routes that do not restore forms.
 */
export function findExpiredFormAccount(
  request: FastifyRequest,
  key: Buffer,
  form: URLSearchParams,
): string | null {
  const writer = request.routeOptions.config.restoresExpiredForms
    ? findFormAccount(request, key, form)
    : null;
  return writer === (request.visitor?.session?.accountId ?? writer) ? writer : null;
}

/**
 * The account that this form was rendered for in this browser, even if its session has expired; null for any other
 * form.
 */
function findFormAccount(request: FastifyRequest, key: Buffer, form: URLSearchParams): string | null {
  const sent = form.get(hiddenFormFields.token) ?? '';
  const [, id, accountId] = /^(\d{1,19})\.(\d{1,19})\./.exec(sent) ?? [];
  if (id === undefined || accountId === undefined || !isSameOrigin(request) || !request.visitor) return null;
  const shown = createFormToken(key, request.visitor.browser, { id, accountId });
  return equalsInConstantTime(sent, shown) ? accountId : null;
}

/** Checked by headers only. Browsers send Origin and Sec-Fetch-Site; other clients may omit both. */
export function isSameOrigin(request: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isOwnSite = site === undefined || site === 'same-origin' || site === 'none';
  return isOwnSite && (origin === undefined || origin === request.origin);
}

/** Whether the parsed form carries the token of this visitor. */
export function hasValidFormToken(request: FastifyRequest): boolean {
  return isValidFormToken(request, formOf(request));
}

export function hasFormTokenHeader(request: FastifyRequest): boolean {
  return request.headers[formTokenHeader] !== undefined;
}

/** Checks fields already parsed, while the rest of the body is still arriving. */
export function isValidFormToken(request: FastifyRequest, form: URLSearchParams): boolean {
  if (!isSameOrigin(request)) return false;
  const inHeader = request.headers[formTokenHeader];
  const sent = form.get(hiddenFormFields.token) ?? (typeof inHeader === 'string' ? inHeader : '');
  return request.visitor !== undefined && equalsInConstantTime(sent, request.visitor.csrf);
}

export function formOf(request: FastifyRequest): URLSearchParams {
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
}

/** The idempotency key of the form; null when missing or malformed. */
export function readIdempotencyKey(request: FastifyRequest): string | null {
  const key = formOf(request).get(hiddenFormFields.key);
  return key !== null && /^[A-Za-z0-9_-]{16,64}$/.test(key) ? key : null;
}
