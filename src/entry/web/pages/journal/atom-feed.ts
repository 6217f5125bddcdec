import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { list_articles } from '../../../../features/operations/journal/list_articles.ts';
import type { articleEntry } from '../../../../features/operations/journal/shapes.ts';
import { show_settlement } from '../../../../features/operations/settlement/show_settlement.ts';
import { matchesIfNoneMatch } from '../../../transport/etag.ts';
import type { PageDependencies } from '../../server/page-dependencies.ts';
import { createVisitorCalls } from '../../server/visitor-calls.ts';

type Entry = z.output<typeof articleEntry>;

/**
 * Atom feed of the newest public articles: one page of the list. Always anonymous, even with a token, because shared
 * caches may store the response.
 */
export function registerJournalFeed(server: FastifyInstance, dependencies: PageDependencies): void {
  server.get(
    paths.articlesFeed.replace('{settlement}', ':settlement'),
    { config: { anonymous: true } },
    async (request, reply) => {
      const { settlement } = request.params as { settlement: string };
      const { call } = createVisitorCalls(dependencies, request, reply);
      const { data } = await call(show_settlement, { settlement });
      const { articles } = await call(list_articles, { settlement });
      const feed = renderFeed({ settlement: data, articles }, request.origin);
      const etag = `"${createHash('sha256').update(feed).digest('base64url')}"`;
      reply
        .header('etag', etag)
        .header('cache-control', 'public, max-age=300')
        .header('vary', 'Host')
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'; sandbox");
      if (matchesIfNoneMatch(request, etag)) return reply.code(304).send();
      return reply.type('application/atom+xml; charset=utf-8').send(feed);
    },
  );
}

export function renderFeed(
  { settlement, articles }: { settlement: { slug: string; name: string }; articles: readonly Entry[] },
  origin: string,
): string {
  const list = origin + fillPath(paths.articles, { settlement: settlement.slug });
  const newest = articles[0]?.published_at ?? '1970-01-01T00:00:00.000Z';
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${escapeXml(list)}</id>
<title>${escapeXml(settlement.name)}</title>
<updated>${escapeXml(newest)}</updated>
<author><name>${escapeXml(settlement.name)}</name></author>
<link rel="alternate" type="text/html" href="${escapeXml(list)}"/>
<link rel="self" type="application/atom+xml" href="${escapeXml(origin + fillPath(paths.articlesFeed, { settlement: settlement.slug }))}"/>
${articles.map((article) => renderEntry(article, settlement.slug, origin)).join('\n')}
</feed>
`;
}

/** atom:id must be permanent (RFC 4287, 4.2.6): the id of the article, not its slug. */
function renderEntry(article: Entry, settlement: string, origin: string): string {
  const at = escapeXml(article.published_at ?? article.created_at);
  return `<entry>
<id>${escapeXml(origin + fillPath(paths.article, { settlement, article: article.id }))}</id>
<title>${escapeXml(article.title)}</title>
<link rel="alternate" type="text/html" href="${escapeXml(origin + fillPath(paths.article, { settlement, article: article.slug }))}"/>
<published>${at}</published>
<updated>${at}</updated>
<category term="${escapeXml(article.kind)}"/>
<summary>${escapeXml(article.excerpt)}</summary>
</entry>`;
}

/** Drops characters that XML 1.0 does not allow; lone surrogates become U+FFFD. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[<>&"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
