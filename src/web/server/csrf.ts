import type { FastifyRequest } from 'fastify';
import { equal } from '../../oauth/sealed.ts';
import { formFields } from '../ui/form-field-names.ts';

/** Where a script of a page puts the form token instead. */
const tokenHeader = 'x-form-token';

/** True when the form came from one of our own pages, shown to this very visitor. */
export function isOwnForm(request: FastifyRequest): boolean {
  return isOwnToken(request, formOf(request));
}

/** The same of fields that are read already, while the rest of the form is still on its way. */
export function isOwnToken(request: FastifyRequest, form: URLSearchParams): boolean {
  const { origin } = request.headers;
  if (origin !== undefined && origin !== request.origin) return false;
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
