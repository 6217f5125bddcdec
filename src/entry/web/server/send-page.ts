import type { FastifyReply, FastifyRequest } from 'fastify';
import { mapInTurns, type TurnOwner } from '../../../base/threads/loop-turns.ts';
import type { Head, Page } from '../page/page.ts';
import { findAssetByName } from '../ui/assets.ts';
import { renderDocumentInPieces } from '../ui/shell.tsx';
import type { View } from '../ui/view.ts';
import { buildContentSecurityPolicy } from './content-security-policy.ts';
import { writeCookie } from './cookies.ts';
import { choosePageLanguage } from './page-language.ts';

export function createPublicView(request: FastifyRequest): View {
  return { language: choosePageLanguage(request), path: request.url, baseUrl: request.origin };
}

export interface SendPageOptions {
  status?: number;
  /** Sent with `no-store`, even to anonymous visitors. */
  secret?: boolean;
  /** The service worker may cache it for the signed-in user. */
  offline?: boolean;
  /** CSP `form-action`. */
  formTargets?: readonly string[];
  /** CSP `img-src`. */
  imageSources?: readonly string[];
}

/** Sends every page: CSP, cache headers and language. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  html: string | Buffer,
  options: SendPageOptions = {},
): FastifyReply {
  const language = choosePageLanguage(request, request.visitor?.session?.language);
  if ((request.query as Record<string, unknown> | undefined)?.lang === language) {
    writeCookie(request, reply, 'lang', language, 365 * 86_400);
  }
  // Unknown paths have no visitor: no session was looked up.
  const account = request.visitor && (request.visitor.session?.accountId ?? 'none');
  if (account) reply.header('x-account', account);
  if (options.offline && request.visitor?.session) reply.header('x-offline', 'keep');
  return (
    reply
      .code(options.status ?? 200)
      .header(
        'content-security-policy',
        buildContentSecurityPolicy(options.formTargets, options.imageSources),
      )
      // Preloaded by header, because the stylesheet blocks rendering.
      .header('link', `<${findAssetByName('ui.css').path}>; rel=preload; as=style`)
      .header('content-language', language)
      .header('cache-control', request.visitor?.session || options.secret ? 'no-store' : 'private, no-cache')
      .header('vary', 'Accept-Language, Cookie, Host')
      .type('text/html; charset=utf-8')
      .send(typeof html === 'string' ? encodeUtf8(html) : html)
  );
}

const scratch = Buffer.allocUnsafe(512 * 1024);

/**
 * A page is made of thousands of pieces of text. Sent as text, it would be read once for its length and once more for
 * its bytes.
 */
function encodeUtf8(text: string): Buffer {
  if (text.length * 3 > scratch.length) return Buffer.from(text);
  return Buffer.from(scratch.subarray(0, scratch.write(text)));
}

/** Rendered in turns of its owner: a page may have a row for each plot of a village. */
export async function renderPage<Data>(
  page: Page<Data>,
  data: Data,
  view: View,
  owner: TurnOwner,
): Promise<{ html: Buffer; head: Head }> {
  const { frame, head, content } = layOutPage(page, data, view);
  const pieces = await renderDocumentInPieces(frame, head, content, owner);
  const characters = pieces.reduce((sum, { length }) => sum + length, 0);
  // Megabytes are encoded in turns, too.
  const encoded =
    characters * 3 > scratch.length ? await mapInTurns(owner, pieces, encodeUtf8) : pieces.map(encodeUtf8);
  return { html: Buffer.concat(encoded), head };
}

export function layOutPage<Data>(page: Page<Data>, data: Data, view: View) {
  const head: Head = {
    title: page.texts.title[view.language],
    failed: Object.values(view.forms ?? {}).some(({ errors, message }) => errors ?? message),
    ...page.head?.(data, view),
  };
  const frame = { overview: null, ...view, ...(page.missing && { missing: page.missing }) };
  return { frame, head, content: page.render(data, view) };
}
