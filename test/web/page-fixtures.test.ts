import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { languages } from '../../src/base/i18n/text.ts';
import { assets, findAssetByPath } from '../../src/entry/web/ui/assets.ts';
import type { View } from '../../src/entry/web/ui/view.ts';
import { listOpeningTags, listVisibleTexts, parseHtml, type Tag, tagSkeleton } from './html-parser.ts';
import { type PageFixture, pages, unchangedText } from './page-fixtures.ts';

const hostile = `"><script>alert(1)</script><img src=x onerror='a()'>&amp;<!--\\'\``;

const viewOf = (language: View['language'], page: PageFixture, say = unchangedText): View => ({
  language,
  csrf: say('csrf-token'),
  account: { name: say('Вера Павловна') },
  path: page.path,
  baseUrl: say('https://example.org'),
});

for (const page of pages) {
  describe(page.name, () => {
    for (const language of languages) {
      it(`is a valid, accessible document in ${language}`, () => {
        for (const account of [{ name: 'Вера' }, null]) {
          checkDocument(page.render({ ...viewOf(language, page), account }, unchangedText), language);
        }
      });

      it(`escapes every string in ${language}`, () => {
        const render = (text: string) => {
          const path = `${page.path}${page.path.includes('?') ? '&' : '?'}x=${encodeURIComponent(text)}`;
          return page.render({ ...viewOf(language, page, () => text), path }, () => text);
        };
        assert.deepEqual(tagSkeleton(render(hostile)), tagSkeleton(render('plain')));
        assert.ok(!render(hostile).includes('<script>'));
      });
    }

    it('has every text in both languages', () => {
      const say = () => '7';
      const [english, russian] = languages.map((language) =>
        listVisibleTexts(page.render(viewOf(language, page, say), say)),
      );
      assert.ok(english && russian);
      const untranslated = english.filter((text) => russian.includes(text));
      const wordless = untranslated.filter((text) => /[a-zа-яё]{2}/i.test(text) && !properNames.has(text));
      assert.deepEqual(wordless, []);
      const cyrillicInEnglish = english.filter((text) => /[а-яё]/i.test(text) && !properNames.has(text));
      assert.deepEqual(cyrillicInEnglish, []);
    });
  });
}

// Names of products, languages and the API are not translated.
const properNames = new Set([
  'Русский',
  'English',
  'Claude Code',
  'ChatGPT',
  'Cursor',
  'VS Code',
  'Gemini CLI',
  'GET',
  'PATCH',
  'DELETE',
  '/api/v1/settlements',
  '/api/v1/knowledge/articles/{article}',
  'Settlement',
  'Ring',
  'string',
  'number',
  'object',
  'integer',
  'string | null',
]);

function checkDocument(html: string, language: string): void {
  const tags = listOpeningTags(html);
  const withAttribute = (name: string) => tags.filter((tag) => tag.attributes.has(name));
  const ids = withAttribute('id').map((tag) => tag.attributes.get('id') ?? '');
  assert.equal(new Set(ids).size, ids.length, 'ids are unique');
  assert.equal(tags.find(({ name }) => name === 'html')?.attributes.get('lang'), language);
  assert.equal(tags.filter(({ name }) => name === 'h1').length, 1, 'one h1');
  for (const landmark of ['header', 'main', 'footer']) assert.ok(tags.some(({ name }) => name === landmark));
  checkHeadings(tags.map(({ name }) => name));

  const labelled = new Set(
    tags.filter(({ name }) => name === 'label').map((tag) => tag.attributes.get('for')),
  );
  const wrapped = listWrapped(html, tags);
  for (const { name, attributes } of tags) {
    for (const attribute of attributes.keys()) {
      assert.ok(attribute !== 'style' && !/^on/.test(attribute), `${name} ${attribute}`);
    }
    if (['input', 'select', 'textarea'].includes(name) && attributes.get('type') !== 'hidden') {
      const isLabelled =
        attributes.has('aria-label') || labelled.has(attributes.get('id')) || wrapped.has(attributes);
      assert.ok(isLabelled, `label of ${attributes.get('name')}`);
    }
    if (name === 'img') assert.ok(attributes.has('alt'));
    if (name === 'button') assert.match(attributes.get('type') ?? '', /^(submit|button)$/);
    if (name === 'a') assert.match(attributes.get('href') ?? '', /^(\/(?!\/)|#|tel:\+?\d+$)/);
    if (name === 'form') assert.match(attributes.get('action') ?? '', /^\/(?!\/)/);
    const source = attributes.get('src') ?? (name === 'link' ? attributes.get('href') : undefined);
    if (source && attributes.get('rel') !== 'manifest') assert.ok(findAssetByPath(source), source);
    for (const attribute of ['aria-describedby', 'aria-labelledby', 'for', 'data-copy']) {
      for (const id of attributes.get(attribute)?.split(' ') ?? [])
        assert.ok(ids.includes(id), `${attribute} ${id}`);
    }
    const target = attributes.get('href')?.match(/^#(.+)$/)?.[1];
    if (target) assert.ok(ids.includes(target), `nothing is at #${target}`);
  }
  assert.ok(!tags.some(({ name }) => name === 'style'), 'no style element');
  checkPosts(html);
}

/** Attributes of controls inside a label element. */
function listWrapped(html: string, tags: ReturnType<typeof listOpeningTags>): Set<Tag['attributes']> {
  const found = new Set<Tag['attributes']>();
  let [inLabel, index] = [false, 0];
  for (const piece of parseHtml(html)) {
    if ('text' in piece) continue;
    if (piece.tag.name === 'label') inLabel = !piece.tag.closing;
    if (piece.tag.closing) continue;
    const tag = tags[index];
    index += 1;
    if (inLabel && tag) found.add(tag.attributes);
  }
  return found;
}

function checkHeadings(names: readonly string[]): void {
  let last = 0;
  for (const level of names.flatMap((name) => /^h([1-6])$/.exec(name)?.[1] ?? []).map(Number)) {
    assert.ok(level <= last + 1, `a heading of level ${level} follows level ${last}`);
    last = level;
  }
}

/** Every posted form has the CSRF token, and no script is inline. */
function checkPosts(html: string): void {
  let posting = false;
  let protectedForm = false;
  let inScript = false;
  for (const piece of parseHtml(html)) {
    if ('text' in piece) {
      assert.ok(!inScript, 'no inline script');
      continue;
    }
    const { name, closing, attributes } = piece.tag;
    if (name === 'script') {
      inScript = !closing;
      if (!closing) assert.ok(attributes.has('src'));
    }
    if (name === 'form' && !closing) posting = attributes.get('method') === 'post';
    if (name === 'input' && attributes.get('name') === 'csrf')
      protectedForm = attributes.get('value') === 'csrf-token';
    if (name === 'form' && closing) {
      assert.ok(!posting || protectedForm, 'a posted form without its token');
      protectedForm = false;
    }
  }
}

it('an unescaped hostile string is detected', () => {
  const leaky = `<!doctype html><html lang="en"><p title="${hostile}"></p></html>`;
  const calm = '<!doctype html><html lang="en"><p title="plain"></p></html>';
  assert.throws(() => assert.deepEqual(tagSkeleton(leaky), tagSkeleton(calm)));
});

it('shared assets stay within their size limits', () => {
  assert.ok(assets['ui.css'].encoded.br.length < 14_700, String(assets['ui.css'].encoded.br.length));
  for (const name of ['copy.js', 'reference-search.js', 'logo.svg', 'village.svg'] as const) {
    assert.ok(assets[name].body.length < 4_000, name);
  }
});
