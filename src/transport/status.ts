import type { Language } from '../i18n/text.ts';
import type { Refusal, RefusalKind } from '../kernel/refusal.ts';

/** The one place where a refusal becomes a number. */
export const httpStatus: Readonly<Record<RefusalKind, number>> = {
  unauthenticated: 401,
  missing_scope: 403,
  forbidden: 403,
  not_found: 404,
  too_large: 413,
  unsupported_type: 415,
  invalid: 422,
  too_many: 429,
  unavailable: 503,
};

export interface ErrorBody {
  message: string;
  errors?: Record<string, string[]>;
  [detail: string]: unknown;
}

export function errorBody(refusal: Refusal, language: Language): ErrorBody {
  const body: ErrorBody = { message: refusal.text[language] };
  if (refusal.kind === 'invalid') {
    body.errors = Object.fromEntries(
      Object.entries(refusal.fields ?? {}).map(([name, texts]) => [
        name,
        texts.map((text) => text[language]),
      ]),
    );
  }
  return refusal.details && refusal.kind === 'invalid' ? { ...body, ...refusal.details } : body;
}
