import type { FastifyRequest } from 'fastify';
import { type Language, languageFrom, languages } from '../../../base/i18n/text.ts';

/** Order: `lang` parameter, `lang` cookie, account setting, Accept-Language. */
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
