import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { languages } from '../../src/base/i18n/text.ts';
import { assets, findAssetByName } from '../../src/entry/web/ui/assets.ts';
import { formatInitials } from '../../src/entry/web/ui/avatar.tsx';
import { chooseTicks, createScale, drawLine, toPercentRange } from '../../src/entry/web/ui/chart-scale.ts';
import { readReason } from '../../src/entry/web/ui/decision.tsx';
import { TextField } from '../../src/entry/web/ui/field.tsx';
import { Form, idempotencyKeyField } from '../../src/entry/web/ui/form.tsx';
import { exampleOverview } from '../../src/entry/web/ui/gallery/example-data.ts';
import { Gallery } from '../../src/entry/web/ui/gallery/gallery.tsx';
import { iconNames } from '../../src/entry/web/ui/icon.tsx';
import {
  findCurrentItem,
  listNavigationGroups,
  listWriteActions,
  type Overview,
} from '../../src/entry/web/ui/navigation.ts';
import { renderDocument } from '../../src/entry/web/ui/shell.tsx';
import { repository } from '../harness/source-tree.ts';

const frame = { path: '/ui?q=1', baseUrl: 'http://here', account: { name: 'Анна' }, csrf: 'token' };

function renderGallery(language: 'en' | 'ru', overview: Overview | null = exampleOverview): string {
  return renderDocument(
    { ...frame, language, overview },
    { title: 'Title', scripts: ['chart.js', 'reason.js'] },
    <Gallery language={language} title="Title" path="/ui" csrf="token" />,
  );
}

describe('UI components', () => {
  for (const language of languages)
    it(`render in ${language} without inline styles, scripts, event handlers or duplicate ids`, () => {
      const html = renderGallery(language);
      assert.match(html, new RegExp(`<html lang="${language}"`));
      assert.doesNotMatch(
        html,
        / style=| on\w+=|<style|<script(?! type="module" src="\/assets\/[\w-]+\.js")/,
      );
      assert.doesNotMatch(html, /undefined|\[object|NaN/);
      const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      assert.deepEqual(
        ids.filter((id, index) => ids.indexOf(id) !== index),
        [],
      );
    });

  it('contain no Russian text on an English page', () => {
    const words = (language: 'en' | 'ru') =>
      renderGallery(language, { ...exampleOverview, places: [], place: undefined, company: undefined });
    const russian = [...words('en').matchAll(/>([^<]*[а-яё][^<]*)</gi)].map(([, text]) => text);
    assert.deepEqual(russian, []);
  });

  it('have a CSS rule for every class they render', () => {
    const css = findAssetByName('ui.css').body.toString();
    const known = new Set([...css.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name));
    const worn = new Set(
      [renderGallery('ru'), renderGallery('en', null)].flatMap((html) =>
        [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')),
      ),
    );
    assert.deepEqual(
      [...worn].filter((name) => !known.has(name)),
      [],
    );
    assert.ok(worn.size > 100);
  });

  it('use no class without a CSS rule in their sources', () => {
    const css = findAssetByName('ui.css').body.toString();
    const folder = join(repository, 'src/entry/web/ui');
    const sources = readdirSync(folder).filter((name) => name.endsWith('.tsx'));
    const named = sources.flatMap((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(/class="([^"]+)"/g)].flatMap(([, names = '']) =>
        names.split(' '),
      ),
    );
    assert.deepEqual(
      named.filter((name) => !new RegExp(`\\.${name}(?![\\w-])`).test(css)),
      [],
    );
  });

  it('list exactly the icons of the sprite', () => {
    const sprite = findAssetByName('icons.svg').body.toString();
    assert.deepEqual(
      [...sprite.matchAll(/symbol id="(\w+)"/g)].map(([, name]) => name),
      [...iconNames],
    );
  });

  it('stay within their size limits (brotli): 12 KB of scripts, 14.7 KB of CSS that loads nothing else', () => {
    const sizes = Object.fromEntries(
      Object.values(assets).map((asset) => [asset?.name, asset?.encoded.br.length ?? 0]),
    );
    const scripts = ['enhance.js', 'chart.js', 'reason.js'].map((name) => sizes[name] ?? Number.NaN);
    assert.ok(scripts.reduce((sum, size) => sum + size) <= 12_000, String(scripts));
    assert.ok(findAssetByName('enhance.js').body.length <= 1600);
    assert.ok((sizes['ui.css'] ?? Number.NaN) <= 14_700, String(sizes['ui.css']));
    assert.doesNotMatch(findAssetByName('ui.css').body.toString(), /url\(|@import|@font-face/);
  });
});

describe('the page frame', () => {
  it('shows the navigation of a role only to those who have it', () => {
    const resident: Overview = {
      ...exampleOverview,
      board: undefined,
      moderation: undefined,
      company: undefined,
    };
    const titles = (overview: Overview) =>
      listNavigationGroups(overview).flatMap(({ title }) => title?.en ?? []);
    assert.deepEqual(titles(exampleOverview), ['Board', 'Moderation', 'Company']);
    assert.deepEqual(titles(resident), []);
    assert.ok(!listWriteActions(resident).some(({ text }) => text.en === 'Announcement'));
    for (const overview of [resident, exampleOverview]) assert.ok(listWriteActions(overview).length <= 6);
    assert.deepEqual(
      listNavigationGroups({ ...resident, place: undefined })[0]?.items[1]?.text.en,
      'Find a village',
    );
  });

  it('marks the navigation entry with the longest matching path as current', () => {
    const items = listNavigationGroups(exampleOverview).flatMap((group) => group.items);
    const at = (path: string) => findCurrentItem(items, path);
    assert.equal(at('/today'), '/today');
    assert.equal(
      at('/settlements/berezovaya-roscha/articles/apples'),
      '/settlements/berezovaya-roscha/articles',
    );
    assert.equal(
      at('/settlements/berezovaya-roscha/board/claims/17'),
      '/settlements/berezovaya-roscha/board?kind=claim',
      'what a list of the board opens belongs to the list',
    );
    assert.equal(at('/settlements/berezovaya-roscha/board/audit'), '/settlements/berezovaya-roscha');
    assert.equal(at('/settlements/berezovaya-roscha-2'), undefined);
    assert.equal(at('/elsewhere'), undefined);
  });

  it('ignores an unknown skin', () => {
    const dressed = (skin: string) =>
      /<html[^>]*>/.exec(
        renderDocument({ ...frame, language: 'en', overview: null, skin }, { title: 'T' }, null),
      )?.[0];
    assert.match(dressed('contrast') ?? '', /data-skin="contrast"/);
    assert.doesNotMatch(dressed('midnight') ?? '', /data-skin/);
  });
});

describe('a form', () => {
  const show = (values?: Record<string, string>) =>
    renderDocument(
      { ...frame, language: 'en', overview: null },
      { title: 'T' },
      <Form id="f" action="/x" csrf="token" state={{ values, errors: values && { name: ['Too short.'] } }}>
        <TextField name="name" label="Name" value="preset" hint="Seen by all" />
        <TextField name="secret" label="Password" type="password" />
      </Form>,
    );

  it('has the CSRF token and a fresh idempotency key each time it is rendered', () => {
    const key = (html: string) =>
      new RegExp(`name="${idempotencyKeyField}" value="([\\w-]{36})"`).exec(html)?.[1];
    assert.match(show(), /name="csrf" value="token"/);
    assert.ok(key(show()));
    assert.notEqual(key(show()), key(show()));
  });

  it('keeps the typed values and shows errors at their fields, but never a password', () => {
    const html = show({ name: 'A', secret: 'unsaid' });
    assert.match(html, /value="A"/);
    assert.match(html, /aria-invalid="true" aria-describedby="f-name-hint f-name-error"/);
    assert.match(html, /href="#f-name"/);
    assert.doesNotMatch(html, /unsaid/);
    assert.match(show(), /value="preset"/);
  });

  it('prefers the typed reason to the chosen one', () => {
    assert.equal(readReason(new URLSearchParams({ reason: ' own ', reason_choice: 'chip' })), 'own');
    assert.equal(readReason(new URLSearchParams({ reason: ' ', reason_choice: 'chip' })), 'chip');
    assert.equal(readReason(new URLSearchParams()), '');
  });
});

describe('a chart', () => {
  const finite = { noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 };

  it('encloses all values between two to seven round ticks', () => {
    fc.assert(
      fc.property(fc.double(finite), fc.double({ ...finite, min: 0.001 }), (least, span) => {
        const ticks = chooseTicks(least, least + span);
        assert.ok(ticks.length >= 2 && ticks.length <= 7, String(ticks));
        assert.ok(
          (ticks[0] ?? 0) >= least + span - span * 1e-6 && (ticks.at(-1) ?? 0) <= least + span * 1e-6,
        );
      }),
    );
    assert.deepEqual(chooseTicks(8.9, 11.1), [12, 11, 10, 9, 8]);
    assert.deepEqual(chooseTicks(0.1, 0.6), [0.6, 0.4, 0.2, 0]);
    assert.ok((chooseTicks(-148_915.639_75, -148_915.638_75).at(-1) ?? 0) <= -148_915.639_75);
    assert.ok(chooseTicks(5, 5).length >= 2);
  });

  it('draws one line per run, and none across a gap in the data', () => {
    const html = renderGallery('en');
    assert.equal(html.match(/class="c-line"/g)?.length, 2);
    assert.equal(html.match(/class="c-band"/g)?.length, 3, 'two runs and the legend');
    const scale = createScale({ from: 0, to: 10 }, [2, 1, 0], 100, 50);
    assert.equal(
      drawLine(
        [
          { at: 0, value: 0 },
          { at: 10, value: 2 },
        ],
        scale,
      ),
      'M0 50L100 0',
    );
  });

  it('clips ranges to its time span', () => {
    assert.deepEqual(toPercentRange({ from: 0, to: 100 }, { from: -50, to: 25 }), { start: 0, length: 25 });
    assert.deepEqual(toPercentRange({ from: 0, to: 100 }, { from: 90, to: 200 }), { start: 90, length: 10 });
    assert.equal(toPercentRange({ from: 0, to: 100 }, { from: 200, to: 300 }).length, 0);
  });
});

it('initials are the first letters of the first and the last word', () => {
  const initials = {
    'Виктор Г.': 'ВГ',
    'Анна Мария Соколова': 'АС',
    Олег: 'О',
    '«Дом» 7': 'Д',
    '': '',
    'Ежов Борис Львович': 'ЕБ',
    'Борис Львович Ежов': 'БЕ',
    'Ежов Б. Л.': 'ЕБ',
    'Б. Л. Ежов': 'БЕ',
    'Кузнецова Ольга Николаевна': 'КО',
    'Митрофанович Анна Ильинична': 'МА',
    'Анна Ильинична Митрофанович': 'АМ',
    'Алиев Ильхам Гейдар оглы': 'АИ',
    'Tom Ashby': 'TA',
  };
  for (const [name, letters] of Object.entries(initials)) assert.equal(formatInitials(name), letters, name);
});
