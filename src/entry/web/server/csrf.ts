import type { FastifyRequest } from 'fastify';
import { equal, mac } from '../../../features/oauth/sealed.ts';
import { formFields } from '../ui/form-field-names.ts';

/** Where a script of a page puts the form token instead. */
const tokenHeader = 'x-form-token';

/** Of this browser and this session, which it names: when the session is over, it still tells whose form it was. */
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
 * Whose form it is, of an earlier session of whoever is here or of somebody who has to sign in again; null for any other
 * form, and where a form whose session is over is not kept.
 */
export function findLateWriter(request: FastifyRequest, key: Buffer, form: URLSearchParams): string | null {
  const writer = request.routeOptions.config.keepsTyped ? findWriter(request, key, form) : null;
  return writer === (request.visitor?.session?.accountId ?? writer) ? writer : null;
}

/** The account that one of our pages showed the form to, in this very browser, be its session over; null for any other form. */
function findWriter(request: FastifyRequest, key: Buffer, form: URLSearchParams): string | null {
  const sent = form.get(formFields.token) ?? '';
  const [, id, accountId] = /^(\d{1,19})\.(\d{1,19})\./.exec(sent) ?? [];
  if (id === undefined || accountId === undefined || !isSameOrigin(request) || !request.visitor) return null;
  const shown = createFormToken(key, request.visitor.browser, { id, accountId });
  return equal(sent, shown) ? accountId : null;
}

/** By the head alone. Browsers say where a request comes from; what is no browser may leave both out. */
export function isSameOrigin(request: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isOwnSite = site === undefined || site === 'same-origin' || site === 'none';
  return isOwnSite && (origin === undefined || origin === request.origin);
}

/** True when the form came from one of our own pages, shown to this very visitor. */
export function isOwnForm(request: FastifyRequest): boolean {
  return isOwnToken(request, formOf(request));
}

/** A token in the head needs no field. */
export function hasTokenHeader(request: FastifyRequest): boolean {
  return request.headers[tokenHeader] !== undefined;
}

/** The same of fields that are read already, while the rest of the form is still on its way. */
export function isOwnToken(request: FastifyRequest, form: URLSearchParams): boolean {
  if (!isSameOrigin(request)) return false;
  const inHeader = request.headers[tokenHeader];
  const sent = form.get(formFields.token) ?? (typeof inHeader === 'string' ? inHeader : '');
  return request.visitor !== undefined && equal(sent, request.visitor.csrf);
}

export function formOf(request: FastifyRequest): URLSearchParams {
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
}

/** The key that came with the form; null where there is none that we made. */
export function formKey(request: FastifyRequest): string | null {
  const key = formOf(request).get(formFields.key);
  return key !== null && /^[A-Za-z0-9_-]{16,64}$/.test(key) ? key : null;
}
