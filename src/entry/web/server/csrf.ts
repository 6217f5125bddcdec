import type { FastifyRequest } from 'fastify';
import { equal, mac } from '../../../features/oauth/sealed.ts';
import { formFields } from '../ui/form-field-names.ts';

/** Header by which page scripts send the form token. */
const tokenHeader = 'x-form-token';

/**
 * Bound to browser and session. It names both ids, so the author of a form is known even after the session has
 * expired.
 */
export function createFormToken(
  key: Buffer,
  browser: string,
  session: { readonly id: string; readonly accountId: string } | null,
): string {
  if (session === null) return mac(key, 'csrf', `${browser}|`);
  const named = `${session.id}.${session.accountId}`;
  return `${named}.${mac(key, 'csrf', `${browser}|${named}`)}`;
}

/**
 * The account of a form posted after its session expired, if nobody or the same account is signed in now; null for
 * any other form, and on routes that do not restore forms.
 */
export function findLateWriter(request: FastifyRequest, key: Buffer, form: URLSearchParams): string | null {
  const writer = request.routeOptions.config.keepsTyped ? findWriter(request, key, form) : null;
  return writer === (request.visitor?.session?.accountId ?? writer) ? writer : null;
}

/**
 * The account that this form was rendered for in this browser, even if its session has expired; null for any other
 * form.
 */
function findWriter(request: FastifyRequest, key: Buffer, form: URLSearchParams): string | null {
  const sent = form.get(formFields.token) ?? '';
  const [, id, accountId] = /^(\d{1,19})\.(\d{1,19})\./.exec(sent) ?? [];
  if (id === undefined || accountId === undefined || !isSameOrigin(request) || !request.visitor) return null;
  const shown = createFormToken(key, request.visitor.browser, { id, accountId });
  return equal(sent, shown) ? accountId : null;
}

/** Checked by headers only. Browsers send Origin and Sec-Fetch-Site; other clients may omit both. */
export function isSameOrigin(request: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isOwnSite = site === undefined || site === 'same-origin' || site === 'none';
  return isOwnSite && (origin === undefined || origin === request.origin);
}

/** Whether the parsed form carries the token of this visitor. */
export function isOwnForm(request: FastifyRequest): boolean {
  return isOwnToken(request, formOf(request));
}

export function hasTokenHeader(request: FastifyRequest): boolean {
  return request.headers[tokenHeader] !== undefined;
}

/** Checks fields already parsed, while the rest of the body is still arriving. */
export function isOwnToken(request: FastifyRequest, form: URLSearchParams): boolean {
  if (!isSameOrigin(request)) return false;
  const inHeader = request.headers[tokenHeader];
  const sent = form.get(formFields.token) ?? (typeof inHeader === 'string' ? inHeader : '');
  return request.visitor !== undefined && equal(sent, request.visitor.csrf);
}

export function formOf(request: FastifyRequest): URLSearchParams {
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
}

/** The idempotency key of the form; null when missing or malformed. */
export function formKey(request: FastifyRequest): string | null {
  const key = formOf(request).get(formFields.key);
  return key !== null && /^[A-Za-z0-9_-]{16,64}$/.test(key) ? key : null;
}
