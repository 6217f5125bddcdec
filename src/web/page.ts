import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Language, languageFrom, languages } from '../i18n/text.ts';
import { writeContentSecurityPolicy } from './content-security-policy.ts';
import type { View } from './view.ts';

/** The language a page is shown in: asked for just now, chosen before, the account's, or the browser's. */
export function pageLanguage(request: FastifyRequest, ofAccount?: Language): Language {
  const asked = (request.query as Record<string, unknown> | undefined)?.lang;
  const known = (value: unknown) => languages.find((language) => language === value);
  return (
    known(asked) ??
    known(readCookie(request, 'lang')) ??
    ofAccount ??
    languageFrom(request.headers['accept-language'])
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

export interface PageOptions {
  status?: number;
  /** Where a form of this page may lead on to beside this host. */
  formTargets?: readonly string[];
}

/** Every page leaves through here: one policy, never cached by others, in a language the browser is told. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
  options: PageOptions = {},
): FastifyReply {
  const language = pageLanguage(request, request.visitor?.session?.language);
  if ((request.query as Record<string, unknown> | undefined)?.lang === language) {
    const standing = reply.getHeader('set-cookie') ?? [];
    const cookie = `lang=${language}; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly${secureFlag(request)}`;
    reply.header('set-cookie', [...(Array.isArray(standing) ? standing : [String(standing)]), cookie]);
  }
  return reply
    .code(options.status ?? 200)
    .header('content-security-policy', writeContentSecurityPolicy(options.formTargets))
    .header('content-language', language)
    .header('cache-control', request.visitor?.session ? 'no-store' : 'private, no-cache')
    .header('vary', 'Accept-Language, Cookie, Host')
    .type('text/html; charset=utf-8')
    .send(html);
}

export function secureFlag(request: FastifyRequest): string {
  return request.origin.startsWith('https:') ? '; Secure' : '';
}
