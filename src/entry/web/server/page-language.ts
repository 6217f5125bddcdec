import type { FastifyRequest } from 'fastify';
import { type Language, languages, negotiateLanguage } from '../../../base/i18n/text.ts';

/** Order: `lang` parameter, `lang` cookie, account setting, Accept-Language. */
export function choosePageLanguage(request: FastifyRequest, ofAccount?: Language): Language {
  const parameter = (request.query as Record<string, unknown> | undefined)?.lang;
  const known = (value: unknown) => languages.find((language) => language === value);
  return (
    known(parameter) ??
    known(request.cookies.lang) ??
    ofAccount ??
    negotiateLanguage(request.headers['accept-language'])
  );
}
