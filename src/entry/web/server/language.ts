import type { FastifyRequest } from 'fastify';
import { type Language, languageFrom, languages } from '../../../base/i18n/text.ts';

/** The language a page is shown in: asked for just now, chosen before, the account's, or the browser's. */
export function pageLanguage(request: FastifyRequest, ofAccount?: Language): Language {
  const asked = (request.query as Record<string, unknown> | undefined)?.lang;
  const known = (value: unknown) => languages.find((language) => language === value);
  return (
    known(asked) ??
    known(request.cookies.lang) ??
    ofAccount ??
    languageFrom(request.headers['accept-language'])
  );
}
