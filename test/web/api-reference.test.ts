import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { it } from 'node:test';
import { formatCurl } from '../../src/entry/web/api-reference/curl-example.ts';
import { listOperations, type OpenApiDocument } from '../../src/entry/web/api-reference/openapi-document.ts';
import { docsPage } from '../../src/entry/web/pages/developers/docs.tsx';
import type { View } from '../../src/entry/web/ui/view.ts';
import { startService } from '../harness/service.ts';
import { listOpeningTags, listVisibleTexts } from './html-parser.ts';
import { openapi } from './openapi-fixture.ts';
import { unchangedText } from './page-fixtures.ts';
import { renderPage } from './render-page.ts';

const view: View = { language: 'en', path: '/docs', baseUrl: 'https://example.org' };
const renderReference = (document: object, shown: View) => renderPage(docsPage, { document }, shown).html;
const document = openapi(unchangedText) as unknown as OpenApiDocument;

/** The arguments that a shell would pass to curl. */
function shellArguments(command: string): string[] {
  const shown = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const env = { SETTLEMENTS_TOKEN: 'stl_pat_x', PATH: process.env.PATH };
  return execFileSync('sh', ['-c', shown], { env, timeout: 120_000 }).toString().split('\0').slice(0, -1);
}

const curlArgumentsOf = (id: string) => {
  const listed = listOperations(document).find((operation) => operation.id === id);
  assert.ok(listed);
  return shellArguments(formatCurl(document, listed, 'https://example.org/'));
};

it('every operation and schema has an entry with its own id', () => {
  const entries = listOpeningTags(renderReference(document, view), 'details');
  const ids = entries.map((tag) => tag.attributes.get('id'));
  assert.deepEqual(ids, [
    'list_settlements',
    'edit_knowledge_article',
    'remove_knowledge_article',
    'schema-Settlement',
    'schema-Ring',
  ]);
  assert.match(entries[0]?.attributes.get('data-words') ?? '', /list_settlements.*\/api\/v1\/settlements/);
});

it('the curl example of a public operation has required parameters and no token', () => {
  assert.deepEqual(curlArgumentsOf('list_settlements'), ['https://example.org/api/v1/settlements?place=7']);
});

it('the curl example of a writing operation has token and body, safely quoted', () => {
  assert.deepEqual(curlArgumentsOf('edit_knowledge_article'), [
    '-X',
    'PATCH',
    'https://example.org/api/v1/knowledge/articles/{article}',
    '-H',
    'Authorization: Bearer stl_pat_x',
    '-H',
    'Content-Type: application/json',
    '-d',
    '{"title":"It\'s a lawn"}',
  ]);
});

it('nested fields have dotted names and show their bounds', () => {
  const html = renderReference(document, view);
  for (const name of ['options.note', 'ring[].latitude'])
    assert.ok(html.includes(`<code>${name}</code>`), name);
  assert.ok(listVisibleTexts(html).some((text) => text.includes('Characters: ≤ 200.')));
});

it('an empty OpenAPI document renders a page', () => {
  assert.equal(listOpeningTags(renderReference({}, view), 'h1').length, 1);
});

it('the render cache is separate per language and host, and bounded', () => {
  const kept = openapi(unchangedText);
  const first = renderReference(kept, view);
  assert.ok(renderReference(kept, { ...view, language: 'ru' }).includes('Попробовать'));
  assert.ok(
    renderReference(kept, { ...view, baseUrl: 'https://other.org' }).includes('https://other.org/api'),
  );
  assert.ok(
    !renderReference(kept, { ...view, baseUrl: 'https://other.org' }).includes('https://example.org'),
  );
  const moved = { ...kept, servers: [{ url: 'https://moved.org' }] };
  assert.ok(renderReference(moved, view).includes('https://moved.org/api'));
  for (let host = 0; host < 50; host += 1)
    renderReference(kept, { ...view, baseUrl: `https://h${host}.org` });
  assert.equal(renderReference(kept, view), first);
  const notice = { text: 'For Vera alone', isProblem: false };
  assert.ok(renderReference(kept, { ...view, notice }).includes('For Vera alone'), 'the frame is not kept');
});

it('the changelog is a page that the reference links to', async () => {
  assert.match(renderReference(document, view), /<a href="\/docs\/changelog">/);
  const service = await startService();
  const reply = await fetch(`${service.url}/docs/changelog`);
  const html = await reply.text();
  assert.equal(reply.status, 200, html.slice(0, 300));
  assert.match(html, /<h1[^>]*>Changelog<\/h1>/);
  assert.match(html, /<h2[^>]*>Unreleased/);
  assert.match(html, /Breaking: /);
});
