import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import type { TestService } from '../harness/service.ts';
import { buildVillage } from '../harness/village.ts';
import { maxWaitMilliseconds } from '../harness/wait-until.ts';
import { prepareBrowser } from './browser-setup.ts';

const stage = prepareBrowser('HOSTILE ARTICLES WERE NOT TESTED IN A BROWSER');

/** Marks that injected code was executed. */
const payload = 'window.pwned=1,alert(1)';

const writeBody = (tripwire: string) => `
# Заголовок <script>${payload}</script>

<script>${payload}</script><script src="${tripwire}/script.js"></script>
<img src=x onerror="${payload}"><svg onload="${payload}"><animate onbegin="${payload}" attributeName=x dur=1s></svg>
<iframe src="${tripwire}/frame" srcdoc="<script>parent.${payload}</script>"></iframe>
<form action="${tripwire}/form"><input name=a autofocus onfocus="${payload}"><button>Ok</button></form>
<style>@import url(${tripwire}/style.css); body { background: url(${tripwire}/background) }</style>
<link rel=stylesheet href="${tripwire}/link.css"><base href="${tripwire}/"><meta http-equiv=refresh content="0;url=${tripwire}/refresh">
<object data="${tripwire}/object"></object><details open ontoggle="${payload}"><math href="javascript:${payload}">x</math>

[один](javascript:${payload}) [два](JaVaScRiPt&colon;${payload}) [три](&#106;avascript:${payload}) [четыре](\tjavascript:${payload})
[пять](data:text/html,<script>${payload}</script>) [шесть](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)
[семь](vbscript:x) [восемь](//127.0.0.1/x) [девять](<java\nscript:${payload}>) <javascript:${payload}> [десять][r]
[одиннадцать](https://example.org "\\" onmouseover=\\"${payload}") ![x](x" onerror="${payload}) ![двенадцать](javascript:${payload})
![тринадцать](data:image/svg+xml,<svg/onload=${payload}>) ![четырнадцать](${tripwire}/picture.png)

[r]: javascript:${payload}

> [!NOTE]
> <img src=x onerror="${payload}">

| <script>${payload}</script> | b |
|---|---|
| <svg/onload=${payload}> | \`<script>${payload}</script>\` |

- [x] <img src=x onerror=${payload}>[^1]

[^1]: <script>${payload}</script>

\`\`\`html" onmouseover="${payload}
<script>${payload}</script>
\`\`\`

\`\`\`mermaid "><script>${payload}</script>
graph TD
 a["<script>${payload}</script>"] --> b["<img src=x onerror='${payload}'>"]
 b --> c["<foreignObject><iframe src='${tripwire}/svg-frame'></iframe></foreignObject>"]
 click a href "javascript:${payload}"
 click b call alert(1)
 style a fill:url(${tripwire}/fill)
\`\`\`

\`\`\`dot
digraph { a [label="<script>${payload}</script>" URL="javascript:${payload}" href="${tripwire}/dot" target="_top"
   tooltip="\\"><script>${payload}</script>" id="x\\" onload=\\"${payload}" class="y\\" onload=\\"${payload}"]
 b [label=<<table href="javascript:${payload}"><tr><td>ячейка</td></tr></table>> image="${tripwire}/image.png" stylesheet="${tripwire}/s.css"]
 a -> b [label="</text><script>${payload}</script>" edgeURL="javascript:${payload}"] stylesheet="${tripwire}/graph.css" }
\`\`\`
`;

describe('a hostile article in a browser', { skip: stage.skip }, () => {
  let service: TestService;
  let tripwire: Server;
  let context: BrowserContext;
  let page: Page;
  const touched: string[] = [];
  const ran: string[] = [];
  let slug: string;
  let id: string;

  before(async () => {
    tripwire = createServer((request, response) => {
      touched.push(request.url ?? '');
      response.end('document.title = 1');
    });
    await new Promise<void>((done) => tripwire.listen(0, '127.0.0.1', done));
    const { port } = tripwire.address() as AddressInfo;
    service = await stage.open();
    const village = await buildVillage(service);
    const body = writeBody(`http://127.0.0.1:${port}`);
    const title = `<script>${payload}</script> “>’`;
    const made = await village.clients.moderator.write_knowledge_article({ title, body, publish: true });
    ({ slug, id } = made);
    context = await stage.browser.newContext({ baseURL: service.url });
    context.setDefaultTimeout(maxWaitMilliseconds);
    // Check that the detection works at all.
    page = await context.newPage();
    await page.setContent(`<img src="http://127.0.0.1:${port}/seen" onerror="window.pwned=1">`);
    await page.waitForFunction('window.pwned === 1');
    assert.deepEqual(touched.splice(0), ['/seen']);
    page.on('dialog', (dialog) => {
      ran.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('pageerror', (error) => ran.push(`error ${error.message}`));
    page.on('frameattached', () => ran.push('a frame'));
    context.on('page', () => ran.push('a window'));
  });
  after(async () => {
    tripwire?.closeAllConnections();
    await new Promise((done) => tripwire?.close(done));
  });
  const assertQuiet = async (where: string) => {
    assert.equal(await page.evaluate('window.pwned'), undefined, where);
    assert.deepEqual(ran, [], where);
    assert.deepEqual(touched, [], where);
  };

  it('is shown as text: nothing is executed, loaded or followed', async () => {
    for (const path of [`/knowledge/${slug}`, '/knowledge', '/knowledge?search=ячейка']) {
      const reply = await page.goto(path, { waitUntil: 'load' });
      assert.equal(reply?.status(), 200, path);
      await assertQuiet(path);
    }
    await page.goto(`/knowledge/${slug}`);
    const shown = await page.locator('main').innerText();
    for (const words of ['<script>', 'onerror', '<iframe', '<form'])
      assert.ok(shown.includes(words), `${words} is shown as it was typed`);
    const odd = await page.evaluate(() =>
      [...document.querySelectorAll('main *')]
        .filter(
          (element) =>
            /^(script|style|iframe|object|embed|link|base|meta|math)$/i.test(element.tagName) ||
            [...element.attributes].some(
              ({ name, value }) => name.startsWith('on') || /^\s*(javascript|data|vbscript):/i.test(value),
            ),
        )
        .map((element) => element.outerHTML),
    );
    assert.deepEqual(odd, []);
    const schemes = await page.evaluate(() => {
      const links = [...document.querySelectorAll<HTMLAnchorElement>('main a')];
      const leading = links.filter((link) => link.protocol === 'http:' || link.protocol === 'https:');
      // Click all links that do not lead to another document.
      for (const link of links) if (!leading.includes(link) || link.hash !== '') link.click();
      return [...new Set(links.map(({ protocol }) => protocol))].sort();
    });
    assert.deepEqual(
      schemes.filter((scheme) => !['', ':', 'http:', 'https:'].includes(scheme)),
      [],
    );
    await assertQuiet('pressed');
  });

  it('has diagrams with allow-listed SVG tags only, also when opened directly', async () => {
    for (const figure of [1, 2]) {
      const client = service.client();
      const { data } = await client.show_knowledge_figure({ article: id, figure });
      assert.match(data.text, /script/, 'the words on it are words');
      const reply = await page.goto(data.url);
      assert.equal(reply?.headers()['content-type'], 'image/svg+xml');
      const tags = await page.evaluate(() => [
        ...new Set([...document.querySelectorAll('*')].map(({ tagName }) => tagName)),
      ]);
      const allowed = 'svg g defs marker rect circle ellipse line polyline polygon path text tspan'.split(
        ' ',
      );
      assert.deepEqual(
        tags.filter((tag) => !allowed.includes(tag)),
        [],
      );
      await assertQuiet(data.url);
    }
  });
});
