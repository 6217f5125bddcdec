import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Language, languageFrom, languages } from '../i18n/text.ts';
import type { View } from './view.ts';

const contentPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The language a page is shown in: asked for just now, chosen before, or the browser's. */
export function pageLanguage(request: FastifyRequest): Language {
  const asked = (request.query as Record<string, unknown> | undefined)?.lang;
  const known = (value: unknown) => languages.find((language) => language === value);
  return (
    known(asked) ?? known(readCookie(request, 'lang')) ?? languageFrom(request.headers['accept-language'])
  );
}

export function readCookie(request: FastifyRequest, name: string): string | undefined {
  for (const pair of (request.headers.cookie ?? '').slice(0, 8192).split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

export function publicView(request: FastifyRequest): View {
  return { language: pageLanguage(request), path: request.url, baseUrl: request.origin, account: null };
}

/** Every page leaves through here: one policy, never cached by others, in a language the browser is told. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
  status = 200,
): FastifyReply {
  const language = pageLanguage(request);
  if ((request.query as Record<string, unknown> | undefined)?.lang === language) {
    reply.header(
      'set-cookie',
      `lang=${language}; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly${secureFlag(request)}`,
    );
  }
  return reply
    .code(status)
    .header('content-security-policy', contentPolicy)
    .header('content-language', language)
    .header('cache-control', 'private, no-cache')
    .header('vary', 'Accept-Language, Cookie')
    .type('text/html; charset=utf-8')
    .send(html);
}

export function secureFlag(request: FastifyRequest): string {
  return request.origin.startsWith('https:') ? '; Secure' : '';
}
