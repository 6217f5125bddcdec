import assert from 'node:assert/strict';
import { before, describe, it, type TestContext } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { languages } from '../../src/base/i18n/text.ts';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import type { Page } from '../../src/entry/web/page/page.ts';
import { pages } from '../../src/entry/web/pages.ts';
import { listUnroutedPaths } from '../../src/entry/web/server/routed-paths.ts';
import { findAssetByPath } from '../../src/entry/web/ui/assets.ts';
import { startService } from '../harness/service.ts';
import { type Browser, openBrowser, type Page as Shown } from '../oauth/browser.ts';
import { type OAuthTestClient, password, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { caseOf, expectedStatus, pageAddress } from './cases/index.ts';
import { viewers } from './cases/page-case.ts';
import { createSampleData, type SampleNames } from './cases/sample-data.ts';
import { listOpeningTags, parseHtml } from './html-parser.ts';
import { findHtmlFaults } from './html-rules.ts';

/** Size limits in bytes (brotli). Document, style and script of one page, without photographs. */
const heaviest = 60_000;
/** Scripts of every signed-in page, and of a page with all its islands. */
const heaviestScript = 12_000;
const heaviestIslands = 35_000;
const longPages = new Set<string>([paths.docs]);
/** Only these pages load the map library. */
const mapPages = new Set<string>([paths.map, paths.boundary, paths.plotPlan]);
const heaviestMap = 110_000;

let actors: OAuthTestClient;
let names: SampleNames;
before(async () => {
  actors = await prepareOAuthTestClient(await startService());
  names = await createSampleData(actors);
});

const all: readonly Page[] = pages;
const open = (page: Page, values = names) => pageAddress(page, values, actors);
async function signIn(email: string): Promise<Browser> {
  const browser = openBrowser(actors.service);
  const done = await browser.submit(await browser.get('/login'), '/login', { email, password });
  assert.equal(done.status, 303);
  return browser;
}

describe('every page', () => {
  for (const viewer of viewers)
    it(`responds to the ${viewer} with the expected status and a valid document in both languages`, async () => {
      const browser = await signIn(`${viewer}@example.org`);
      for (const page of all.filter((each) => each.access !== 'moderator' || viewer === 'moderator'))
        for (const language of languages) {
          const address = open(page);
          const shown = await browser.get(`${address}${address.includes('?') ? '&' : '?'}lang=${language}`);
          const status = expectedStatus(page, viewer);
          assert.equal(shown.status, status, `${address} ${shown.html.slice(0, 300)}`);
          if (status !== 303) checkDocument(shown, language, address);
        }
    });

  it('is public or redirects signed-out visitors to the sign-in page and back', async () => {
    for (const page of all) {
      const browser = openBrowser(actors.service);
      const address = open(page);
      const shown = await browser.get(address);
      if (page.access !== 'anybody' || page.path === paths.authorize)
        assert.equal(shown.location, `/login?${new URLSearchParams({ next: address })}`, address);
      else assert.equal(shown.status, page.path === paths.login ? 200 : expectedStatus(page), address);
    }
  });

  it('responds with 404 to unknown path parameters', async () => {
    const browser = await signIn('resident@example.org');
    for (const page of all.filter(({ path }) => path.includes('{')))
      for (const name of [...page.path.matchAll(/\{(\w+)\}/g)].map(([, found = '']) => found)) {
        const own = { ...names, ...caseOf(page).names?.(names) };
        const address = fillPath(page.path, { ...own, [name]: 'nothing' } as Record<never, string>);
        const shown = await browser.get(address);
        const isRefused = shown.status === 403 && expectedStatus(page, 'resident') === 403;
        assert.ok(shown.status === 404 || isRefused, `${address}: ${shown.status}`);
        checkDocument(shown, 'en', page.path);
        assert.match(shown.html, new RegExp(`href="${paths.today}"`), 'what to do instead');
      }
  });

  it('breaks no rule of HTML, in any of the documents above', () => {
    assert.deepEqual([...htmlFaults], []);
  });

  it('stays within its size limits', async (context: TestContext) => {
    const browser = await signIn('resident@example.org');
    const rows: string[] = [];
    for (const page of all.filter((each) => expectedStatus(each, 'resident') !== 303)) {
      const { html, status } = await browser.get(open(page));
      assert.equal(status, expectedStatus(page, 'resident'), page.path);
      const files = listOpeningTags(html, 'link', 'script').flatMap(({ name, attributes }) => {
        const asset = findAssetByPath(attributes.get(name === 'script' ? 'src' : 'href') ?? '');
        return asset ? [asset] : [];
      });
      const weigh = (ending: string) =>
        files
          .filter(({ name }) => name.endsWith(ending))
          .reduce((sum, { encoded }) => sum + encoded.br.length, 0);
      const [document, style, script] = [brotliCompressSync(html).length, weigh('.css'), weigh('.js')];
      rows.push(
        `${page.path.padEnd(52)} ${[document, style, script].map((bytes) => String(bytes).padStart(7)).join('')}`,
      );
      const isMap = mapPages.has(page.path);
      assert.ok(script <= (isMap ? heaviestMap : heaviestIslands), `${page.path}: ${script} of script`);
      if (page.path === paths.more) assert.ok(script <= heaviestScript, `${script} of script on every page`);
      if (!longPages.has(page.path) && !isMap)
        assert.ok(document + style + script <= heaviest, `${page.path}: ${document} + ${style} + ${script}`);
    }
    context.diagnostic(`bytes, brotli: document, style, script\n${rows.join('\n')}`);
  });

  it('has a unique path, and paths without a page redirect to today and are not linked', async () => {
    const known = all.flatMap(({ path, actions = {} }) => [
      path,
      ...Object.values(actions).map((each) => `POST ${each.path}`),
    ]);
    assert.equal(new Set(known.filter((path) => !path.startsWith('POST'))).size, all.length);
    const browser = await signIn('resident@example.org');
    const beside = new Set<string>([
      paths.openapi,
      paths.articlesFeed,
      paths.unsubscribe,
      paths.events,
      paths.calendar,
      paths.dayFile,
      paths.boardMetersXlsx,
      paths.formToken,
      paths.measureMap,
      paths.checkDiagrams,
      paths.landFile,
      paths.photograph,
      paths.guidePicture,
      paths.boundaryLand,
      paths.worker,
      paths.manifest,
      paths.accountDataFile,
      paths.peopleCsv,
      paths.peopleXlsx,
      paths.documentFile,
      paths.meterPhotograph,
    ]);
    const unbuilt = listUnroutedPaths(all).filter((path) => !beside.has(path));
    for (const path of unbuilt) {
      const values = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, '1']));
      const shown = await browser.get(fillPath(path, values as Record<never, string>));
      assert.equal(shown.location, paths.today, path);
    }
    const { html } = await browser.get(paths.today);
    for (const link of listOpeningTags(html, 'a').map(({ attributes }) => attributes.get('href') ?? ''))
      assert.ok(!unbuilt.includes(link), `${link} is linked and has no page`);
  });
});

/** Of all documents that were checked; they are reported together. */
const htmlFaults = new Set<string>();

function checkDocument(shown: Shown, language: string, address: string): void {
  const policy = shown.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'.*script-src 'self'/, address);
  assert.doesNotMatch(policy, /unsafe/, address);
  const tags = listOpeningTags(shown.html);
  assert.equal(tags.find(({ name }) => name === 'html')?.attributes.get('lang'), language, address);
  assert.equal(tags.filter(({ name }) => name === 'h1').length, 1, `${address}: one h1`);
  for (const fault of findHtmlFaults(shown.html)) htmlFaults.add(`${address}: ${fault}`);
  for (const { name, attributes } of tags) {
    assert.ok(name !== 'style', address);
    for (const attribute of attributes.keys())
      assert.ok(attribute !== 'style' && !attribute.startsWith('on'), `${address}: ${name} ${attribute}`);
    if (name === 'script') assert.ok(findAssetByPath(attributes.get('src') ?? ''), address);
  }
  assert.deepEqual(listFormsWithoutToken(shown.html), [], `${address}: the token is no form's first field`);
  let inScript = false;
  for (const piece of parseHtml(shown.html)) {
    if ('tag' in piece && piece.tag.name === 'script') inScript = !piece.tag.closing;
    else if ('text' in piece) assert.ok(!inScript || piece.text.trim() === '', `${address}: inline script`);
  }
}

/**
 * The token must be the first field of a form. Fields are sent in document order, including those outside the form
 * element (`form` attribute).
 */
function listFormsWithoutToken(html: string): string[] {
  const firstFields = new Map<string, string>();
  const posted = new Set<string>();
  let open = '';
  let forms = 0;
  for (const piece of parseHtml(html)) {
    if (!('tag' in piece)) continue;
    const { name, closing, attributes } = piece.tag;
    if (name === 'form') {
      forms += 1;
      open = closing ? '' : (attributes.get('id') ?? `form ${forms}`);
      if (attributes.get('method') === 'post') posted.add(open);
      continue;
    }
    const owner = attributes.get('form') ?? open;
    const field = attributes.get('name');
    const isField = ['input', 'select', 'textarea', 'button'].includes(name) && field !== undefined;
    if (isField && owner !== '' && !firstFields.has(owner)) firstFields.set(owner, field);
  }
  return [...posted].filter((form) => firstFields.get(form) !== 'csrf');
}
