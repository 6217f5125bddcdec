import type { FastifyRequest } from 'fastify';
import { equal, mac } from '../../oauth/sealed.ts';
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

/** The account that one of our pages showed the form to, in this very browser, be its session over; null for any other form. */
export function findWriter(request: FastifyRequest, key: Buffer, form: URLSearchParams): string | null {
  const sent = form.get(formFields.token) ?? '';
  const [, id, accountId] = /^(\d{1,19})\.(\d{1,19})\./.exec(sent) ?? [];
  if (id === undefined || accountId === undefined || !isSameOrigin(request) || !request.visitor) return null;
  const shown = createFormToken(key, request.visitor.browser, { id, accountId });
  return equal(sent, shown) ? accountId : null;
}

function isSameOrigin(request: FastifyRequest): boolean {
  const { origin } = request.headers;
  return origin === undefined || origin === request.origin;
}

/** True when the form came from one of our own pages, shown to this very visitor. */
export function isOwnForm(request: FastifyRequest): boolean {
  return isOwnToken(request, formOf(request));
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
