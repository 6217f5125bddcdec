import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { extentOf } from '../../src/engines/geometry/extent.ts';
import { notificationPreferencesPage } from '../../src/entry/web/pages/account/notification-preferences.tsx';
import { tokensPage } from '../../src/entry/web/pages/account/tokens.tsx';
import { connectPage } from '../../src/entry/web/pages/developers/connect.tsx';
import { loginPage } from '../../src/entry/web/pages/sign-in/login.tsx';
import { assets, findAssetByName, findAssetByPath } from '../../src/entry/web/ui/assets.ts';
import { formatBrowserName } from '../../src/entry/web/ui/browser-name.ts';
import type { FormState } from '../../src/entry/web/ui/form-state.ts';
import { createSheet, drawRing, findLabel } from '../../src/entry/web/ui/plan-drawing.ts';
import { setQueryParameter, type View } from '../../src/entry/web/ui/view.ts';
import { listOpeningTags, parseHtml } from './html-parser.ts';
import { renderPage } from './render-page.ts';

const view: View = { language: 'en', csrf: 'c', path: '/login', baseUrl: 'https://example.org' };

it('connecting an assistant shows one fold for each of them first, and the other addresses folded', () => {
  const { html } = renderPage(connectPage, { audience: 'resident' }, { ...view, path: '/connect' });
  const folds = [...html.matchAll(/<details[^>]*>/g)].map(([tag]) => tag);
  assert.ok(folds.length > 6 && folds.every((tag) => !/ open/.test(tag)), folds.join());
  assert.ok(html.indexOf('id="steps"') < html.indexOf('choice-cards'));
  const other = renderPage(connectPage, { audience: 'company' }, { ...view, path: '/connect' });
  assert.match(other.html, /<details class="fold-box" open/);
});

it('setting a query parameter never leads to another host', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    'evil.org',
    '//',
    '?',
    '#',
    '@',
    ':',
    '\t',
    ' ',
    'a',
    'http:',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const link = setQueryParameter(`/${pieces.join('')}`, 'lang', 'ru');
      const seen = new URL(link, 'https://here.org');
      assert.equal(seen.origin, 'https://here.org');
      assert.equal(seen.searchParams.get('lang'), 'ru');
    }),
    { numRuns: 500 },
  );
});

it('setting a query parameter replaces its old value and keeps the others', () => {
  assert.equal(setQueryParameter('/?q=a%26b&lang=en', 'lang', 'ru'), '/?q=a%26b&lang=ru');
});

it('an asset is found only by the URL with the hash of its content', () => {
  for (const [name, asset] of Object.entries(assets)) {
    assert.ok(asset);
    // Scripts have the hash of the bundler, which their imports use too.
    if (!name.endsWith('.js') || !/^[A-Z0-9]{8}$/.test(asset.hash))
      assert.equal(createHash('sha256').update(asset.body).digest('hex').slice(0, 16), asset.hash, name);
    assert.equal(findAssetByPath(asset.path), asset);
    assert.deepEqual(brotliDecompressSync(asset.encoded.br), asset.body);
    assert.deepEqual(gunzipSync(asset.encoded.gzip), asset.body);
    assert.equal(findAssetByPath(asset.path.replace(asset.hash, '0'.repeat(asset.hash.length))), undefined);
    for (const need of asset.needs) assert.ok(findAssetByPath(need), need);
  }
  assert.equal(findAssetByPath('/assets/../assets.ts'), undefined);
  assert.throws(() => findAssetByName('nothing.js'), /nothing\.js/);
});

it('the plan projection keeps every ring inside the drawing, north up and east right', () => {
  const position = fc.tuple(
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.double({ min: -85, max: 85, noNaN: true }),
  );
  fc.assert(
    fc.property(fc.array(position, { maxLength: 300 }), (ring) => {
      const extent = extentOf([ring]);
      const sheet = extent && createSheet(extent);
      if (!sheet) return;
      for (const each of ring) {
        const [x, y] = sheet.project(each);
        assert.ok(x >= 0 && x <= sheet.width && y >= 0 && y <= sheet.height, `${x} ${y}`);
      }
      assert.doesNotMatch(drawRing(ring, sheet), /NaN|Infinity|e/);
    }),
    { numRuns: 60 },
  );
  for (const nothing of [
    [],
    [[1, 1]],
    [
      [1, 1],
      [1, 2],
    ],
    [
      [0, 0],
      [5e-324, 5e-324],
    ],
  ] as [number, number][][])
    assert.equal(extentOf([nothing]), null);
  const corners: [number, number][] = [
    [37, 56],
    [37.1, 56],
    [37.1, 56.1],
  ];
  const sheet = createSheet(extentOf([corners]) ?? [0, 0, 1, 1]);
  const [[west, south], [east], [, north]] = corners.map((corner) => sheet?.project(corner) ?? [0, 0]) as [
    number,
    number,
  ][] as [[number, number], [number, number], [number, number]];
  assert.ok(west < east && north < south);
});

it('the label of a plot is inside its outline, also of a concave one', () => {
  const bent: [number, number][] = [
    [0, 0],
    [9, 0],
    [9, 9],
    [8, 9],
    [8, 1],
    [0, 1],
  ];
  assert.deepEqual(findLabel([[bent]])?.at, [8.5, 4.5]);
  assert.equal(findLabel([]), null);
});

it('a refused form keeps its values, links to its errors and drops the password', () => {
  const login = { values: { email: 'a@b', password: 'secret' }, errors: { email: ['Not an address.'] } };
  const { html } = renderPage(
    loginPage,
    { next: '', typed: '', reason: null, isUnconfirmed: false },
    { ...view, forms: { login } },
  );
  const field = (name: string) =>
    listOpeningTags(html, 'input').find((tag) => tag.attributes.get('name') === name);
  assert.equal(field('email')?.attributes.get('value'), 'a@b');
  assert.equal(field('email')?.attributes.get('aria-invalid'), 'true');
  assert.match(field('email')?.attributes.get('aria-describedby') ?? '', /login-email-error/);
  assert.ok(listOpeningTags(html, 'a').some((tag) => tag.attributes.get('href') === '#login-email'));
  assert.ok(!html.includes('secret'));
  assert.ok(html.includes('<title>Error: '));
});

const listCheckedBoxes = (html: string) =>
  listOpeningTags(html, 'input')
    .filter((tag) => tag.attributes.get('type') === 'checkbox' && tag.attributes.has('checked'))
    .map((tag) => `${tag.attributes.get('name')}=${tag.attributes.get('value')}`);

it('a cleared checkbox stays cleared when the form is rendered again', () => {
  const render = (token?: FormState) =>
    renderPage(tokensPage, { tokens: [] }, token ? { ...view, forms: { token } } : view).html;
  const fresh = render();
  assert.deepEqual(listCheckedBoxes(fresh), ['scopes=mcp:read']);
  const back = render({ values: { name: '', scopes: ['mcp:write'] } });
  assert.deepEqual(listCheckedBoxes(back), ['scopes=mcp:write']);
  const cleared = render({ values: { name: 'x' } });
  assert.deepEqual(listCheckedBoxes(cleared), []);
});

it('the lifetime of a new token is a year by default', () => {
  const pieces = parseHtml(renderPage(tokensPage, { tokens: [] }, view).html);
  const options = pieces.flatMap((piece) =>
    'tag' in piece && piece.tag.name === 'option' && !piece.tag.closing ? piece.tag : [],
  );
  assert.deepEqual(
    options.map((tag) => tag.attributes.get('value')),
    ['30', '90', '180', '365', '730'],
  );
  assert.equal(options.find((tag) => tag.attributes.has('selected'))?.attributes.get('value'), '365');
});

it('every notification preference has its own checkbox, checked as stored', () => {
  const off = { in_app: false, mail: false, push: false };
  const on = { in_app: true, mail: true, push: true };
  const ofSite = { in_app: true, mail: false, push: false };
  const { html } = renderPage(
    notificationPreferencesPage,
    {
      channels: { in_app: true, mail: false, push: false },
      topics: {
        my_requests: off,
        review_queue: { in_app: false, mail: true, push: false },
        reminders: ofSite,
      },
      kinds: {
        urgent: on,
        news: off,
        messages: on,
        devices: on,
        tasks: off,
        residency: on,
        directory: on,
        knowledge: on,
      },
      digest: 'daily',
      quiet: null,
      push_text: true,
      push: { publicKey: '', devices: [] },
      clock: { language: 'en', timeZone: 'UTC', now: new Date() },
      unavailable: [],
    },
    view,
  );
  assert.equal(
    listOpeningTags(html, 'input').filter((tag) => tag.attributes.get('type') === 'checkbox').length,
    17,
  );
  assert.deepEqual(listCheckedBoxes(html), [
    'urgent.in_app=true',
    'urgent.mail=true',
    'messages.in_app=true',
    'devices.in_app=true',
    'review_queue.mail=true',
    'channels.in_app=true',
    'digest=true',
  ]);
});

it('user agents are shown as browser and system', () => {
  const cases = [
    [
      'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
      'Safari on iOS',
    ],
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 YaBrowser/24.10 Safari/537.36', 'Yandex Browser on Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox on Linux'],
    ['', 'A browser'],
  ] as const;
  for (const [agent, name] of cases) assert.equal(formatBrowserName(agent, 'en'), name);
});
